"""What is compiled in a file of tests is compiled once: its tests run in one process, and all share a cache.

It is compiled in haste: the tests run it so little that polishing it takes far longer than it saves.
"""

import os
from pathlib import Path

import pytest

HERE = Path(__file__).parent
COMPILED = ("adapters", "batch", "rollouts", "train")
HASTE = (
    "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true "
    "--xla_cpu_use_fusion_emitters=false"  # the older way to write kernels takes half the time
)
os.environ.setdefault("XLA_FLAGS", HASTE)
os.environ.setdefault("JAX_COMPILATION_CACHE_DIR", str(HERE.parents[1] / ".pytest_cache" / "jax"))


# First: the groups must be known before xdist reads them, also when only tests/lab is asked for.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE) and item.path.parent.name in COMPILED:
            item.add_marker(pytest.mark.xdist_group(f"{item.path.parent.name}-{item.path.stem}"))
