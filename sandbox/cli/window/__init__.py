"""How the window is opened: Qt's application, the screen, what is said first, how long a start takes."""
