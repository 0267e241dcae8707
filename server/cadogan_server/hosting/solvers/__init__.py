"""The processes in which the solver runs, as long as players need the processor for something else."""
