"""What is under the mouse: rays from the eye of the camera into the scene, and points of the scene in the picture."""
