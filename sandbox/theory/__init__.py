"""What is known without running: closed forms, turning circles, equilibria, sections."""
