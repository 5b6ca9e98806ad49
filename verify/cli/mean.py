"""placeholder"""

import click


@click.command()
def bound(): ...
@click.command()
def estimate(): ...
