"""vpython in a locked web page: the page is made, loaded, watched and sent messages here."""
