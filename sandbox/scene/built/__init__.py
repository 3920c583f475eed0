"""What is built is data: a document of parts, each a word with its arguments."""
