"""Loaded by the process that servers are forked from: what each of them would make anew at its start is made there once for all.

A server that is not forked makes the same, by the same functions.
"""

import gc

from cadogan_server.gateway import api, page

api.prepare()
page.load()
gc.collect()
gc.freeze()
