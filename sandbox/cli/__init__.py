"""The command line: joins the rooms, one module per group of commands."""
