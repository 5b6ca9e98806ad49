"""The measurements that claims share: worst exact risks, sandwiches, and routes that must agree."""
