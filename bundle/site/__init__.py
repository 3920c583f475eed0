"""The site of the program: scenes that play in any browser, their derivations, documents, and what modules say."""
