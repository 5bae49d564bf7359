"""The targets: each module here presents one as ``TARGET``, and is found by itself."""
