"""vpython in its locked page: how the page is made, loaded, watched and written to."""
