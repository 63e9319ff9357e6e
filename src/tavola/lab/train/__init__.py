"""Training by self-play on the batched engines: needs the extras `jax` and `train`."""
