"""The rules over arrays: the same code runs many games at once in NumPy, where bots look ahead, and in JAX."""
