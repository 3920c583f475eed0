"""Texts that a page, a label or a tooltip might take for markup: they would set `bitten`, load or be something.

After lists of cases that pass filters: quotes, cases, blanks, entities, broken tags, other elements and schemes.
"""

RUN = "window.bitten=1"
MARKUP = (
    f"<script>{RUN}</script>", f"<SCRIPT>{RUN}</SCRIPT>", f"<script\n>{RUN}</script\n>",
    f"<scr<script>ipt>{RUN}</script>", f"</script><script>{RUN}</script>", f"<img src=x onerror={RUN}>",
    f'<img src="x" onerror="{RUN}">', f"<img src=x onerror='{RUN}'>", f"<img/src=x/onerror={RUN}>",
    f"<IMG SRC=x ONERROR={RUN}>", f"<img src=x onerror={RUN}//", f"<<img src=x onerror={RUN}>>",
    f"<svg onload={RUN}>", f"<svg/onload={RUN}//", f"<svg><script>{RUN}</script></svg>", f"<body onload={RUN}>",
    f"<iframe src=javascript:{RUN}></iframe>", f"<iframe srcdoc='<script>{RUN}</script>'></iframe>",
    f"<a href=javascript:{RUN}>a</a>", f"<a href='java\tscript:{RUN}'>a</a>", f"<input autofocus onfocus={RUN}>",
    f"<select autofocus onfocus={RUN}></select>", f"<details open ontoggle={RUN}></details>",
    f"<video src=x onerror={RUN}>", f"<audio src=x onerror={RUN}>", f"<object data=javascript:{RUN}></object>",
    f"<embed src=javascript:{RUN}>", "<link rel=stylesheet href=http://127.0.0.1:9/a.css>",
    "<style>*{display:none}</style>", "<base href=http://127.0.0.1:9/>",
    f"<meta http-equiv=refresh content='0;url=javascript:{RUN}'>",
    "<form action=http://127.0.0.1:9/><button>a</button></form>",
    f"<math><mtext><script>{RUN}</script></mtext></math>", f"<template><script>{RUN}</script></template>",
    f"<marquee onstart={RUN}>a</marquee>", f"&lt;script&gt;{RUN}&lt;/script&gt;",
    f"&#60;script&#62;{RUN}&#60;/script&#62;", f"&#x3c;script&#x3e;{RUN}", f"\\u003cscript\\u003e{RUN}",
    f"%3Cscript%3E{RUN}%3C/script%3E", f"'-{RUN}-'", f'"-{RUN}-"', f"`${{{RUN}}}`", f"');{RUN};('", f'");{RUN};("',
    f"*/{RUN}/*", f"\n{RUN}\n", f"<!--><script>{RUN}</script>-->", f"<![CDATA[<script>{RUN}</script>]]>",
    f"<plaintext><script>{RUN}</script>", "<b>bold</b> & <i>slanted</i>")
EVIL = " ".join(MARKUP)
