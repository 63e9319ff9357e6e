"""What all tests share: the marker of rule ids, hypothesis without clocks or memory of earlier runs, and haste."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "repeatable", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("explore", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("TAVOLA_HYPOTHESIS", "repeatable"))

# What JAX compiles is compiled in haste, and kept for all processes: the tests run it so little that polishing it takes
# far longer than it saves.
HASTE = (
    "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true "
    "--xla_cpu_use_fusion_emitters=false"  # the older way to write kernels takes half the time
)
os.environ.setdefault("XLA_FLAGS", HASTE)
os.environ.setdefault("JAX_COMPILATION_CACHE_DIR", str(Path(__file__).parents[1] / ".pytest_cache" / "jax"))


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the rules that the test checks, by their ids in rules/ids.txt")
