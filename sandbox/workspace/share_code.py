"""Share codes: a set-up as one line of letters for a mail or a chat.

    JS1: + base64(check + deflate(JSON)),    check = blake2b(deflate(JSON)), CHECK bytes

The letters are those of URLs, without padding. A code is taken only if it is exactly what the program writes for its
content: a letter that was changed anywhere is noticed.
"""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import blake2b

from sandbox.errors import BadValue
from sandbox.schema import object_of
from sandbox.text import _
from sandbox.workspace.setup import MAX_BYTES, Setup, setup_of, text_of

HEAD = "JS1:"
CHECK = 8                    # [bytes] one damaged code of 2^64 would be taken for a good one
LONGEST = 8_000_000          # [letters]
UNSEEN = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))      # letters of no width, from mails


def code_of(setup: Setup) -> str:
    """Returns the share code of a set-up; BadValue where it would be too long to be read again."""
    packed = zlib.compress(text_of(setup, indent=None).encode(), 9)
    code = HEAD + letters_of(check_of(packed) + packed)
    if len(code) > LONGEST:
        raise BadValue(_("a share code of this run would have {found} letters, more than {most}: save it as a file"
                         ).format(found=len(code), most=LONGEST))
    return code


def is_code(text: str) -> bool:
    """Returns whether a text looks like a share code."""
    return text[:200].translate(UNSEEN).lstrip().startswith(HEAD)


def setup_of_code(text: str) -> Setup:
    """Returns the set-up in a share code, whatever line breaks and blanks a mail put in; BadValue where it is none."""
    if len(text) > 2*LONGEST:
        raise BadValue(_("the share code has more than {most} letters").format(most=LONGEST))
    code = "".join(text.translate(UNSEEN).split())
    if not code.startswith(HEAD):
        raise BadValue(_("no share code: it begins with '{head}'").format(head=HEAD))
    letters = code[len(HEAD):]
    try:
        data = urlsafe_b64decode(letters.encode("ascii") + b"="*(-len(letters) % 4))
    except ValueError:
        data = b""
    packed = data[CHECK:]
    # several texts give the same bytes; one of them is ours
    if not packed or data[:CHECK] != check_of(packed) or letters_of(data) != letters:
        raise BadValue(_("the share code is damaged or not whole: copy all of it, from '{head}' to its last letter"
                         ).format(head=HEAD))
    try:
        return setup_of(object_of(unpacked(packed)))
    except ValueError as error:
        raise BadValue(_("the share code cannot be read: {reason}").format(reason=error)) from None


def check_of(packed: bytes) -> bytes:
    return blake2b(packed, digest_size=CHECK).digest()


def letters_of(data: bytes) -> str:
    return urlsafe_b64encode(data).decode("ascii").rstrip("=")


def unpacked(packed: bytes) -> bytes:
    """Returns what was compressed, at most MAX_BYTES of it; ValueError where it is more, or none."""
    stream = zlib.decompressobj()
    try:
        data = stream.decompress(packed, MAX_BYTES + 1)
    except zlib.error:
        raise ValueError(_("its content is damaged")) from None
    if len(data) > MAX_BYTES:
        raise ValueError(_("its content is larger than {most} bytes").format(most=MAX_BYTES))
    if not stream.eof or stream.unused_data:
        raise ValueError(_("its content is damaged"))
    return data
