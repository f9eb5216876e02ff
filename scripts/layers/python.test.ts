import { describe, expect, it } from 'vitest';
import { findCycles } from './check.ts';
import { pythonImports, readPythonFiles } from './python.ts';

const PACKAGE = 'runner/languages/python/lessonwright_run';
const KNOWN = new Set([`${PACKAGE}/__init__.py`, `${PACKAGE}/wire.py`, `${PACKAGE}/deep/__init__.py`, `${PACKAGE}/deep/part.py`]);
const root = new URL('../..', import.meta.url).pathname;

describe('pythonImports', () => {
  it.each([
    ['from .wire import receive, send', ['wire.py']],
    ['    from .wire import (  # inside of a function\n        receive,\n        send,\n    )', ['wire.py']],
    ['from . import wire', ['wire.py']],
    ['from . import __version__', ['__init__.py']],
    ['from .deep import part, other', ['deep/part.py', 'deep/__init__.py']],
    ['from .deep.part import read as read_part', ['deep/part.py']],
    ['import lessonwright_run.wire as wire, json', ['wire.py']],
    ['from lessonwright_run.deep import part', ['deep/part.py']],
    ['import os\nfrom typing import Any\n# from .wire import send', []],
  ])('reads %j', (source, expected) => {
    expect(pythonImports(`${PACKAGE}/main.py`, source, KNOWN)).toEqual(expected.map((file) => `${PACKAGE}/${file}`));
  });

  it('follows dots to the folders above', () => {
    expect(pythonImports(`${PACKAGE}/deep/part.py`, 'from ..wire import send', KNOWN)).toEqual([`${PACKAGE}/wire.py`]);
  });
});

it('finds a circle of Python files', () => {
  const sources = { 'wire.py': 'def read():\n    from .deep.part import parse', 'deep/part.py': 'from ..wire import send' };
  const files = Object.entries(sources).map(([name, source]) => {
    const path = `${PACKAGE}/${name}`;
    const targets = pythonImports(path, source, KNOWN);
    return { path, files: targets, loads: targets, names: [], declares: [], packages: [], missing: [], readsEnvironment: false };
  });
  expect(findCycles(files)).toEqual([[`${PACKAGE}/wire.py`, `${PACKAGE}/deep/part.py`]]);
});

it('reads the files that run in the sandbox', async () => {
  const files = await readPythonFiles(root);
  const main = files.find(({ path }) => path === 'runner/languages/python/main.py');
  expect(main?.files).toContain(`${PACKAGE}/supervisor.py`);
});
