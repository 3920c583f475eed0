"""From words to something that runs: one protocol, the assembly of systems, and one system under the integrator."""
