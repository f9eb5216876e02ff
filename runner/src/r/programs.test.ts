import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkVariables } from '#features/runs/server/check-variables.ts';
import type { Variable } from '#platform/contract/variables.ts';
import { casesOf, rewritesOf } from '#testing/comparisons/comparison-cases.ts';
import { ForkedR } from '../../testing/forked-r.ts';

// What our R programs make of code, without the sandbox; results-r.test.ts has the way there and back.
const PNG = 'iVBORw0KGgo';

let r: ForkedR;
beforeAll(async () => {
  r = await ForkedR.start();
});
afterAll(() => r.close());

const run: ForkedR['run'] = (code, request) => r.run(code, request);

async function variable(code: string): Promise<Variable> {
  const { vars, error } = await run(code, { values: ['x'] });
  const found = vars.find(({ name }) => name === 'x');
  if (!found) throw new Error(`There is no x: ${error?.traceback}`);
  return found;
}

it('installs no packages, and goes on with those that the lesson has', async () => {
  expect(await run('install.packages("stats", repos = "https://example.org")\ncat("on")')).toMatchObject({
    output: 'on',
    stderr: '',
    error: null,
  });
  const { error } = await run('x <- 1\nutils::install.packages(c("stats", "nowhere"))');
  expect(error).toMatchObject({ message: 'A run can’t install packages: the lesson’s author adds nowhere under Packages.', line: 2 });
});

it('says that runs have no input, and goes on as Rscript does', async () => {
  const { output, stderr, error } = await run('name <- readline("Name? ")\ncat(nchar(name))');
  expect({ output, error }).toEqual({ output: 'Name? \n0', error: null });
  expect(stderr).toContain('This run has no input, so readline() has nothing to read.');
});

it('reads its input as at a console, with prompts and what was typed', async () => {
  const code =
    'name <- readline("Name? ")\nx <- scan(quiet = TRUE)\nrest <- readLines(file("stdin"))\ncat(name, sum(x), rest, sep = "|")\nreadline()';
  const { output, stderr, error } = await run(code, { input: 'Ada\n1 2\n3\n\nlast' });
  expect(output).toBe('Name? Ada\n1 2\n3\n\nlast\nAda|6|last\n[1] ""\n');
  expect(stderr).toContain('All lines of the input were read already, so readline() has nothing left to read.');
  expect(error).toBeNull();
});

it('reads as many lines of its input as it asks for', async () => {
  const code =
    'x <- scan(n = 1, quiet = TRUE)\ny <- scan(n = 2, quiet = TRUE)\nz <- scan(nlines = 1, what = "", quiet = TRUE)\ncat(x, y, z, readline())';
  const { output, stderr } = await run(code, { input: '3\n4\n5\na b\nlast' });
  expect([output, stderr]).toEqual(['3\n4\n5\na b\nlast\n3 4 5 a b last', '']);
});

it('reads files and texts without saying that there is no input', async () => {
  const file = 'cat("1,2\\n3,4\\n", file = "lines.txt")';
  const reading = [
    'cat(readLines("lines.txt"))',
    'cat(scan("lines.txt", 0, 3, sep = ",", quiet = TRUE))',
    'cat(scan(text = "5 6", quiet = TRUE))',
    'cat(scan(what = "", text = "a;b", sep = ";", quiet = TRUE))',
    'cat(unlist(read.csv("lines.txt", header = FALSE)))',
  ];
  expect(await run([file, ...reading].join('\ncat(" ")\n'))).toMatchObject({
    output: ' 1,2 3,4 1 2 3 5 6 a b 1 3 2 4',
    stderr: '',
    error: null,
  });
});

describe('output', () => {
  it('shows visible values of the top level, as a console does', async () => {
    const { output, stderr, error } = await run(
      'x <- c(a = 1, b = 2)\nx\ninvisible(5)\n"text"\nif (TRUE) 3\nNULL\nfor (i in 1:2) i\n(y <- 7)',
    );
    expect({ output, stderr, error }).toEqual({ output: 'a b \n1 2 \n[1] "text"\n[1] 3\nNULL\n[1] 7\n', stderr: '', error: null });
  });

  it('uses the print methods of the code', async () => {
    const code = 'print.money <- function(x, ...) cat("$", unclass(x), "\\n")\nx <- structure(5, class = "money")\nx';
    expect((await run(code)).output).toBe('$ 5 \n');
  });

  it('shows objects of S4 and functions', async () => {
    const { output } = await run('setClass("P", representation(x = "numeric"))\nnew("P", x = 1)\nf <- function(a)  a + 1\nf');
    expect(output).toBe('An object of class "P"\nSlot "x":\n[1] 1\n\nfunction(a)  a + 1\n');
  });

  it('prints warnings as R does, without our own functions', async () => {
    const code =
      'warning("top")\nf <- function() warning("inner")\nf()\nx <- as.integer("a")\nfor (i in 1:2) warning(paste("w", i))\nmessage("told")';
    expect((await run(code)).stderr).toBe(
      'Warning message:\ntop \nWarning message:\nIn f() : inner\nWarning message:\nNAs introduced by coercion \n' +
        'Warning messages:\n1: w 1 \n2: w 2 \ntold\n',
    );
  });

  it('supports Unicode', async () => {
    expect((await run('x <- "äöü – 数据"\ncat(x, nchar(x), "\\n")')).output).toBe('äöü – 数据 8 \n');
  });

  it('runs the preamble silently', async () => {
    const before = 'x <- 1\nx\ncat("early\\n")\nmessage("early")\nwarning("early")\nplot(1)';
    const outcome = await run('cat("late\\n")\nstop("here")', { preamble: [before, 'print(2)'] });
    expect(outcome).toMatchObject({ output: 'late\n', images: [], error: { line: 2 } });
    expect(outcome.stderr).not.toContain('early');
  });

  it('runs the preamble first, in the same environment', async () => {
    const outcome = await run('helper(2)', { preamble: ['helper <- function(x) x * 10'] });
    expect(outcome).toMatchObject({ output: '[1] 20\n', error: null });
  });

  it('does not print the values of earlier screens', async () => {
    const shown = 'printed <- 0\nprint.counted <- function(x, ...) printed <<- printed + 1\nstructure(1, class = "counted")';
    expect((await run('cat(printed)', { earlier: [{ name: 'screen', code: shown, may_fail: false }] })).output).toBe('0');
    expect((await run('cat(printed)', { preamble: [shown] })).output).toBe('1');
  });

  it('runs the code of earlier screens first and silently; an error ends only its own', async () => {
    const cell = (code: string, may_fail = false) => ({ name: 'screen', code, may_fail });
    const earlier = [cell('x <- 5\nx\nplot(1)\nstop("on purpose")\nx <- 6', true), cell('y <- x + 1\nquit()'), cell('z <- y')];
    const outcome = await run('cat(x, y, z, w, "\n")', { earlier, preamble: ['w <- z'] });
    expect(outcome).toMatchObject({ output: '5 6 6 6 \n', stderr: '', images: [], error: null });
    const failed = await run('cat(x)', { earlier: [cell('x <- 1\nstop("early")')] });
    expect(failed).toMatchObject({ output: '1', error: null, earlier_errors: [{ name: 'screen', message: 'Error: early' }] });
  });
});

describe('an error', () => {
  it('has its message, its line and the calls of the code', async () => {
    const { error, output, vars } = await run(
      'cat("before\\n")\nf <- function(x) {\n  y <- x\n  g(y)\n}\ng <- function(y) {\n  stop("bad value")\n}\nf(1)',
    );
    expect(error).toEqual({
      name: 'Error',
      message: 'bad value',
      line: 7,
      column: null,
      traceback: 'Error in g(y) : bad value\n3: stop("bad value") at script.R#7\n2: g(y) at script.R#4\n1: f(1)',
    });
    expect(output).toBe('before\n');
    expect(vars.map(({ name }) => name)).toEqual(['f', 'g']);
  });

  it.each([
    ['in a loop of the top level', 'x <- 0\nfor (i in 1:3) {\n  x <- i\n  if (i == 2)\n    stop("here")\n}', 4, 'here'],
    ['in a condition', 'if (TRUE) {\n  1\n  log("a")\n}', 3, 'non-numeric argument to mathematical function'],
    ['of an unknown name', '1\nnothing_here', 2, "object 'nothing_here' not found"],
    ['in a print method', 'print.odd <- function(x, ...) stop("no")\nstructure(1, class = "odd")', 1, 'no'],
    ['of a package', 'library(stats)\n\nlm(y ~ x)', 3, "object 'y' not found"],
  ])('%s has the line', async (_, code, line, message) => {
    expect((await run(code)).error).toMatchObject({ name: 'Error', line, message });
  });

  it('reports an error in the preamble without a line', async () => {
    expect((await run('1', { preamble: ['f <- function() stop("early")\nf()'] })).error).toMatchObject({ message: 'early', line: null });
  });

  it('a syntax error stops everything and has its line', async () => {
    const outcome = await run('cat("not reached")\nx <- (1 + \ny <- }');
    expect(outcome).toMatchObject({ output: '', error: { name: 'SyntaxError', line: 3 } });
    expect(outcome.error?.message).toMatch(/^unexpected '\}'/);
  });

  it('an error of a custom class has that name', async () => {
    const code = 'stop(structure(class = c("out_of_range", "error", "condition"), list(message = "too far", call = NULL)))';
    expect((await run(code)).error).toMatchObject({ name: 'out_of_range', message: 'too far', line: 1 });
  });

  it('endless recursion is an ordinary error', async () => {
    const { error, vars } = await run('f <- function(n) f(n + 1)\nx <- 5\nf(1)');
    expect(error?.message).toMatch(/infinite recursion|C stack usage/);
    expect(vars.map(({ name }) => name)).toEqual(['f', 'x']);
  });

  it('is none when the code handles it or exits normally', async () => {
    expect((await run('x <- tryCatch(stop("a"), error = function(e) "caught")\nx\ntry(log(-1), silent = TRUE)')).error).toBeNull();
    expect(await run('x <- 3\nquit()\nx <- 4')).toMatchObject({ error: null, vars: [{ name: 'x', string_form: '[1] 3' }] });
    expect((await run('quit(status = 3)')).error).toMatchObject({ name: 'Quit', message: 'The code exited with status 3.' });
  });
});

describe('plots', () => {
  it('are PNGs in the order in which they were drawn', async () => {
    const { images, error } = await run('plot(1:10, main = "Title")\nhist(c(1, 2, 2, 3))\nbarplot(1:3)\nabline(h = 1)');
    expect(error).toBeNull();
    expect(images).toHaveLength(3);
    for (const image of images) expect(image.startsWith(PNG)).toBe(true);
    expect(new Set(images).size).toBe(3);
  });

  it('have the size of their device', async () => {
    const { images } = await run('dev.new(width = 3, height = 2)\nplot(1)\ninvisible(dev.off())\nplot(2)');
    const sizes = images.map((image) => Buffer.from(image, 'base64')).map((png) => [png.readUInt32BE(16), png.readUInt32BE(20)]);
    expect(sizes).toEqual([
      [288, 192],
      [672, 480],
    ]);
  });

  it('are kept although the code fails after them, and files of the code are none', async () => {
    const { images, error } = await run('png("own.png")\nplot(1)\ninvisible(dev.off())\nplot(2)\nstop("later")');
    expect(error?.message).toBe('later');
    expect(images).toHaveLength(1);
  });

  it('are drawn by grid as well', async () => {
    expect((await run('print.shape <- function(x, ...) grid::grid.rect()\nstructure(list(), class = "shape")')).images).toHaveLength(1);
  });

  it('beyond twenty are omitted, and that is reported', async () => {
    const { images, cut } = await run('for (i in 1:22) plot(i)');
    expect(images).toHaveLength(20);
    expect(cut).toEqual(['images']);
  });
});

describe('variables', () => {
  const float = (value: number | string) => ({ kind: 'float', value });
  const index = (...items: (number | string)[]) =>
    items.map((item) => (typeof item === 'number' ? { kind: 'int', value: String(item) } : { kind: 'str', value: item }));
  const series = (dtype: string, items: object[], labels = index(...items.map((_, place) => place + 1))) => ({
    kind: 'series',
    name: { kind: 'none' },
    dtype,
    index: labels,
    items,
  });

  const table: [code: string, type: string, base: string, length: number, value: object][] = [
    ['5', 'numeric', 'double', 1, series('numeric', [float(5)])],
    ['5L', 'integer', 'integer', 1, series('numeric', [float(5)])],
    [
      'c(a = 0.1, b = NA, c = NaN)',
      'numeric',
      'double',
      3,
      series('numeric', [float(0.1), { kind: 'none' }, float('nan')], index('a', 'b', 'c')),
    ],
    ['c(Inf, -Inf)', 'numeric', 'double', 2, series('numeric', [float('inf'), float('-inf')])],
    ['c("a\\"\\n", NA)', 'character', 'character', 2, series('character', [{ kind: 'str', value: 'a"\n' }, { kind: 'none' }])],
    ['c(TRUE, NA)', 'logical', 'logical', 2, series('logical', [{ kind: 'bool', value: true }, { kind: 'none' }])],
    ['1+2i', 'complex', 'complex', 1, series('complex', [{ kind: 'complex', real: 1, imag: 2 }])],
    ['as.Date("2024-02-29")', 'Date', 'double', 1, series('Date', [{ kind: 'date', value: '2024-02-29' }])],
    [
      'as.POSIXct("2024-02-29 12:00", tz = "UTC")',
      'POSIXct',
      'POSIXt',
      1,
      series('POSIXct', [{ kind: 'date', value: '2024-02-29T12:00:00Z' }]),
    ],
    ['NULL', 'NULL', 'NULL', 0, { kind: 'none' }],
    ['character()', 'character', 'character', 0, series('character', [])],
    ['function(a, b = 2) a', 'function', 'closure', 1, { kind: 'opaque', text: 'function (a, b = 2)', cut: false }],
    ['y ~ a + b', 'formula', 'language', 3, { kind: 'opaque', text: 'y ~ a + b', cut: false }],
    [
      'list(1, "a")',
      'list',
      'list',
      2,
      series('list', [series('numeric', [float(1)]), series('character', [{ kind: 'str', value: 'a' }])]),
    ],
    [
      'list(a = 1, b = NULL)',
      'list',
      'list',
      2,
      {
        kind: 'dict',
        entries: [
          [{ kind: 'str', value: 'a' }, series('numeric', [float(1)])],
          [{ kind: 'str', value: 'b' }, { kind: 'none' }],
        ],
      },
    ],
    [
      'matrix(1:4, 2, dimnames = list(NULL, c("a", "b")))',
      'matrix',
      'array',
      4,
      {
        kind: 'frame',
        columns: index('a', 'b'),
        dtypes: ['numeric', 'numeric'],
        index: index(1, 2),
        rows: [
          [float(1), float(3)],
          [float(2), float(4)],
        ],
      },
    ],
  ];
  let reported: Variable[] = [];
  beforeAll(async () => {
    reported = (await run(table.map(([code], number) => `v${number} <- ${code}`).join('\n'))).vars;
  });
  it.each(table.map((row, number) => [...row, `v${number}`] as const))('%s', (_, type_name, base_class, length, value, name) => {
    expect(reported.find((variable) => variable.name === name)).toMatchObject({ type_name, base_class, length, value });
  });

  it('a data frame is a table, also to look at', async () => {
    const found = await variable('x <- data.frame(n = c(1, NA), s = c("<b>", "&"), f = factor(c("u", "v")))[2:1, ]');
    expect(found).toMatchObject({ type_name: 'data.frame', base_class: 'list', length: 3 });
    expect(found.string_form).toBe('   n   s f\n2 NA   & v\n1  1 <b> u');
    expect(found.html_output).toContain('<tr><th>1</th><td>1</td><td>&lt;b&gt;</td><td>u</td></tr>');
    expect(found.value).toEqual({
      kind: 'frame',
      columns: index('n', 's', 'f'),
      dtypes: ['numeric', 'character', 'factor'],
      index: index(1, 2),
      rows: [
        [{ kind: 'none' }, { kind: 'str', value: '&' }, { kind: 'str', value: 'v' }],
        [float(1), { kind: 'str', value: '<b>' }, { kind: 'str', value: 'u' }],
      ],
    });
  });

  it('a factor has its values and its levels', async () => {
    const { value } = await variable('x <- factor(c("b", "a"), levels = c("b", "a", "c"))');
    expect(value).toMatchObject({
      kind: 'dict',
      entries: [
        [{ value: 'values' }, { dtype: 'factor' }],
        [{ value: 'levels' }, { items: index('b', 'a', 'c') }],
      ],
    });
  });

  it('a model is reported with its parts, and an environment without', async () => {
    expect((await variable('x <- lm(mpg ~ wt, mtcars)')).value).toMatchObject({ kind: 'dict' });
    expect(await variable('x <- new.env()')).toMatchObject({
      string_form: '<environment>',
      value: { kind: 'opaque', text: '<environment>' },
    });
  });

  it('large values are reported by a digest, the same for the same values', async () => {
    const { vars } = await run('x <- seq(0, 1, length.out = 20000)\ny <- (0:19999) / 19999\nz <- (0:19999) / 20000');
    const [one, other, third] = vars.map(({ value }) => value);
    expect(one).toMatchObject({ kind: 'opaque', cut: false });
    expect(other).toEqual(one);
    expect(third).not.toEqual(one);
  });

  it('values are reported if requested, and none of ours are among them', async () => {
    const { vars } = await run('x <- 1\ny <- 2\n.hidden <- 3', { values: ['y'] });
    expect(vars.map(({ name, value }) => [name, value !== null])).toEqual([
      ['x', false],
      ['y', true],
    ]);
  });

  it('more than five hundred are cut, and that is reported', async () => {
    const { vars, cut } = await run('for (i in 1:510) assign(paste0("v", i), i)\nrm(i)', { values: [] });
    expect(vars).toHaveLength(500);
    expect(cut).toEqual(['vars']);
  });
});

it('compares values as the cases of comparisons say', async () => {
  const cases = casesOf('r', 'r');
  const code = cases.map((each, at) => `e${at} <- ${each.expected}\na${at} <- ${each.actual}`).join('\n');
  const { vars, error } = await run(code, { values: cases.flatMap((_, at) => [`e${at}`, `a${at}`]) });
  expect(error).toBeNull();
  const named = (name: string) => vars.filter((each) => each.name === name).map((each) => ({ ...each, name: 'x' }));
  expect(cases.filter(({ isSame }, at) => checkVariables(named(`e${at}`), named(`a${at}`)).pass !== isSame)).toEqual([]);
});

it('compares the values of code that is written differently as the table of rewrites says', async () => {
  const rewrites = rewritesOf('r');
  const code = rewrites.map((each, at) => `${each.answer}\ne${at} <- x\n${each.code}\na${at} <- x`).join('\n');
  const { vars, error } = await run(code, { values: rewrites.flatMap((_, at) => [`e${at}`, `a${at}`]) });
  expect(error).toBeNull();
  const named = (name: string) => vars.filter((each) => each.name === name).map((each) => ({ ...each, name: 'x' }));
  expect(rewrites.filter(({ isSame }, at) => checkVariables(named(`e${at}`), named(`a${at}`)).pass !== isSame)).toEqual([]);
});

describe('legacy checks', () => {
  const check = async (code: string, legacy: string) =>
    (await run(code, { checks: { custom: null, legacy, unit: null, answer_code: '' } })).legacy;

  it('are expressions that pass when they raise nothing', async () => {
    const said = await check(
      'x <- c(1, 2)\ny <- "a"',
      'wanted <- 2\nstopifnot(length(x) == wanted)\nstopifnot("y should be b" = y == "b")\nif (x[1] != 5) stop("The first should be 5.")',
    );
    expect(said?.error).toBeNull();
    expect(said?.results.map(({ name, pass, feedback }) => [name, pass, feedback])).toEqual([
      ['stopifnot(length(x) == wanted)', true, null],
      ['stopifnot(`y should be b` = y == "b")', false, 'y should be b'],
      ['if (x[1] != 5) stop("The first should be 5.")', false, 'The first should be 5.'],
    ]);
  });

  it('run after code that failed, and name what is missing', async () => {
    expect((await check('stop("oh")', 'stopifnot(x == 1)'))?.results).toMatchObject([{ pass: false, feedback: "object 'x' not found" }]);
  });

  it('leave nothing in the variables of the code, nor in its output', async () => {
    const outcome = await run('x <- 1', {
      checks: { custom: null, legacy: 'z <- 5\nprint(z)\nstopifnot(x == 1)', unit: null, answer_code: '' },
    });
    expect(outcome.output).toBe('');
    expect(outcome.vars.map(({ name }) => name)).toEqual(['x']);
  });

  it('that cannot be parsed are reported as the author’s error', async () => {
    expect(await check('x <- 1', 'stopifnot(')).toMatchObject({ results: [], error: { name: 'SyntaxError' } });
  });
});
