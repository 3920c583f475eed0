"""What the window can be told to do: one list, of which menus, keys, tool bar and the help of keys are made."""
