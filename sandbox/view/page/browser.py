"""A web page that can only show the program's own files."""

import logging

from sandbox.qt.core import QCoreApplication
from sandbox.qt.web import QWebEnginePage, QWebEngineProfile, QWebEngineScript, QWebEngineSettings
from sandbox.qt.web_core import QWebEngineUrlRequestInterceptor
from sandbox.view.page.compose import engine_start
from sandbox.view.page.files import SCHEME, Files, page_file
from sandbox.view.page.script import GUARD

log = logging.getLogger(__name__)


class _OwnSchemeOnly(QWebEngineUrlRequestInterceptor):
    def interceptRequest(self, info):
        if info.requestUrl().scheme() not in (SCHEME.decode(), "data"):
            info.block(True)


class LockedPage(QWebEnginePage):
    """No navigation, no windows, no downloads, no permissions, nothing kept on disk.

    smooth   True or False for antialiased edges, None to decide by the renderer
    answer   answer(url): type and content of what may be shown, or None
    """

    def __init__(self, parent=None, smooth=None, answer=page_file):
        # a profile without a name stores nothing; it has to outlive the page
        with engine_start():
            profile = QWebEngineProfile(QCoreApplication.instance())
        super().__init__(profile, parent)
        self.problems = []                           # the last warnings and errors of the page
        self.destroyed.connect(profile.deleteLater)
        self._keep = (profile, Files(profile, answer), _OwnSchemeOnly(profile))
        profile.installUrlSchemeHandler(SCHEME, self._keep[1])
        profile.setUrlRequestInterceptor(self._keep[2])
        profile.downloadRequested.connect(lambda item: item.cancel())
        denied = QWebEnginePage.PermissionPolicy.PermissionDeniedByUser
        self.featurePermissionRequested.connect(lambda url, feature: self.setFeaturePermission(url, feature, denied))

        self.set_smooth(smooth)
        settings = self.settings()
        for off in (QWebEngineSettings.WebAttribute.PluginsEnabled,
                    QWebEngineSettings.WebAttribute.FullScreenSupportEnabled,
                    QWebEngineSettings.WebAttribute.JavascriptCanOpenWindows,
                    QWebEngineSettings.WebAttribute.JavascriptCanAccessClipboard,
                    QWebEngineSettings.WebAttribute.LocalStorageEnabled,
                    QWebEngineSettings.WebAttribute.DnsPrefetchEnabled,
                    QWebEngineSettings.WebAttribute.AutoLoadIconsForPage,
                    QWebEngineSettings.WebAttribute.ErrorPageEnabled,
                    QWebEngineSettings.WebAttribute.LocalContentCanAccessFileUrls,
                    QWebEngineSettings.WebAttribute.ShowScrollBars):
            settings.setAttribute(off, False)
        # sound is switched on by a key of the window, which the page never sees
        settings.setAttribute(QWebEngineSettings.WebAttribute.PlaybackRequiresUserGesture, False)

    def set_smooth(self, smooth):
        """Sets antialiased edges, None to decide by the renderer, from the next loading of the page on."""
        script = QWebEngineScript()
        script.setName("guard")
        script.setInjectionPoint(QWebEngineScript.InjectionPoint.DocumentCreation)
        script.setWorldId(QWebEngineScript.ScriptWorldId.MainWorld)
        choice = {None: "null", True: "true", False: "false"}[smooth]
        script.setSourceCode(GUARD.replace("SMOOTH", choice))
        self.scripts().clear()
        self.scripts().insert(script)

    def acceptNavigationRequest(self, url, kind, is_main_frame):
        return url.scheme() == SCHEME.decode() and is_main_frame

    def createWindow(self, kind):
        return None

    def certificateError(self, error):
        return False

    def javaScriptAlert(self, url, text):
        log.warning("page: %s", text)

    def javaScriptConfirm(self, url, text):
        return False

    def javaScriptPrompt(self, url, text, default):
        return False, ""

    def javaScriptConsoleMessage(self, level, text, line, source):
        if level == QWebEnginePage.JavaScriptConsoleMessageLevel.InfoMessageLevel:
            return
        self.problems.append(f"{text} ({source}:{line})")
        del self.problems[:-20]
        log.warning("page: %s (line %d)", text, line)
