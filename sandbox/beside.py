"""The option by which a packaged program starts itself as a process that compiles beside another one; needs nothing."""

COMPILER = "--compile-beside"
