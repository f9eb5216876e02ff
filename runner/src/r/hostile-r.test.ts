import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { RunLimits } from '#contract/runner-protocol.ts';
import type { RunOutcome } from '#contract/runs.ts';
import { processesWith } from '../../testing/hostile.ts';
import { hostileCode } from '../../testing/matrix.ts';
import type { TestRunner } from '../../testing/test-runner.ts';

const MIB = 1024 * 1024;
const SECRET = 'the-secret-of-the-data-folder';

/** Seconds, for code that doesn't end by itself. */
const SHORT = 0.3;

const inSituations = hostileCode((runner) => writeFile(join(dirname(runner.folder), 'secret'), SECRET));

const runsR =
  (runner: () => TestRunner) =>
  (code: string, limits: Partial<RunLimits> = {}): Promise<RunOutcome> =>
    runner().run(code, { language: 'r', limits });

type Program = [what: string, code: string, limit: RunOutcome['limit'], error: string, limits?: Partial<RunLimits>];

/** One test per program: the limit it exceeds ends it and is named. */
function meetLimits(runner: () => TestRunner, programs: Program[]): void {
  it.each(programs)('%s', async (__, code, limit, error, limits = {}) => {
    const outcome = await runsR(runner)(code, { wall_seconds: 60, ...limits });
    expect([outcome.limit, outcome.error?.name ?? '']).toEqual([limit, error]);
    expect(outcome.output.length).toBeLessThanOrEqual(MIB);
    expect(outcome.stderr.length).toBeLessThanOrEqual(MIB);
  });
}

// No control group limits memory, and its processes count together with the runner's.
inSituations(['warm, as a user'], 'a limit of memory or processes ends what goes beyond it, and is named', (runner) => {
  meetLimits(runner, [
    ['a list that grows', 'x <- list(); repeat x[[length(x) + 1]] <- numeric(5e5) + 1', 'memory', 'Error', { memory_bytes: 128 * MIB }],
    ['one thing that is too large', 'x <- numeric(1e10)', 'memory', 'Error'],
    [
      'children that hold too much together',
      'for (i in 1:8) parallel::mcparallel({ x <- numeric(1.5e7) + 1; Sys.sleep(60) })\nSys.sleep(60)',
      'memory',
      'MemoryLimit',
      { memory_bytes: 128 * MIB },
    ],
    ['a bomb of forks', 'jobs <- list(); repeat jobs[[length(jobs) + 1]] <- parallel::mcparallel(Sys.sleep(60))', 'processes', 'Error'],
  ]);
});

// Root enters the sandbox another way than others.
inSituations(['warm, as root'], 'a limit ends what goes beyond it, and is named', (runner) => {
  const run = runsR(runner);
  meetLimits(runner, [
    ['an endless loop', 'repeat {}', 'time', 'TimeLimit', { wall_seconds: SHORT }],
    ['an endless wait', 'Sys.sleep(1000)', 'time', 'TimeLimit', { wall_seconds: SHORT }],
    ['a wait for a program', 'system("sleep 1000")', 'time', 'TimeLimit', { wall_seconds: SHORT }],
    [
      'a loop that catches errors and interrupts',
      'repeat tryCatch(repeat {}, error = function(e) 1, interrupt = function(e) 2)',
      'time',
      'TimeLimit',
      { wall_seconds: SHORT },
    ],
    ['a loop that suspends interrupts', 'suspendInterrupts(repeat {})', 'time', 'TimeLimit', { wall_seconds: SHORT }],
    [
      'a function that goes on when it is left',
      'f <- function() { on.exit(repeat {}); stop("a") }\nf()',
      'time',
      'TimeLimit',
      { wall_seconds: SHORT },
    ],
    [
      'one endless call',
      'x <- sort(runif(3e7)); x <- sort(runif(3e7)); x <- sort(runif(3e7)); x <- sort(runif(3e7))',
      'time',
      'TimeLimit',
      { wall_seconds: SHORT },
    ],
    ['a loop that computes', 'repeat {}', 'cpu', 'ProcessorLimit', { cpu_seconds: 1 }],
    [
      'a file that grows without R reporting it',
      'x <- raw(1e6)\nf <- file("x", "wb")\nfor (i in 1:20) writeBin(x, f)\nclose(f)',
      'disk',
      '',
      { disk_bytes: 8 * MIB },
    ],
    ['files without number', 'for (i in 1:10000) stopifnot(file.create(as.character(i)))', 'disk', 'Error', { files: 500 }],
    ['output without end', 'repeat cat(strrep("x", 1000), "\\n")', 'output', 'OutputLimit'],
    ['error output without end', 'repeat message(strrep("x", 1000))', 'output', 'OutputLimit'],
  ]);

  it('of time reports the line and the variables so far', async () => {
    const { error, output, vars } = await run('x <- 5\ncat("before")\nwhile (TRUE) {\n  x <- x + 1\n}', { wall_seconds: SHORT });
    expect(error?.line).toBeGreaterThanOrEqual(3);
    expect(output).toBe('before');
    expect(vars.map(({ name }) => name)).toEqual(['x']);
  });
});

// The supervisor has the same user, and no other process of this machine may be reachable.
inSituations(['warm, as a user'], 'a limit ends what goes beyond it, and is named', (runner) => {
  const run = runsR(runner);
  it('of time is kept when the code tries to halt or end its supervisor', async () => {
    const code = 'for (s in c(19, 15, 2, 9)) tools::pskill(as.integer(strsplit(readLines("/proc/self/stat"), " ")[[1]][4]), s)\nrepeat {}';
    expect(await run(code, { wall_seconds: SHORT })).toMatchObject({ limit: 'time', error: { name: 'TimeLimit' } });
  });
});

// Only R itself matters here; only the way in differs.
inSituations(['warm, as root'], 'methods of the code', (runner) => {
  const run = runsR(runner);
  it.each([
    ['that never print', 'print.odd <- function(x, ...) repeat {}'],
    ['that print without end', 'print.odd <- function(x, ...) repeat cat(strrep("x", 1000))'],
    [
      'that fail',
      'print.odd <- function(x, ...) stop("no")\nlength.odd <- function(x) stop("no")\nformat.odd <- function(x, ...) stop("no")',
    ],
    ['that leave', 'print.odd <- function(x, ...) quit()'],
    ['that jump', 'print.odd <- function(x, ...) invokeRestart("abort")'],
    ['that take our output', 'print.odd <- function(x, ...) { sink(); sink("/dev/null"); sink("/dev/null") }'],
  ])('%s harm only their own variable', async (__, methods) => {
    const { vars, limit } = await run(`a <- 1\n${methods}\nx <- structure(list(1), class = "odd")\nz <- 2`);
    expect(limit).toBeNull();
    expect(vars.filter(({ name }) => name === 'a' || name === 'z').map(({ string_form }) => string_form)).toEqual(['[1] 1', '[1] 2']);
    expect(vars.find(({ name }) => name === 'x')?.type_name).toBe('odd');
    expect(vars.every(({ string_form }) => string_form.length <= 20_000)).toBe(true);
  });

  it('of bindings and promises are bounded as well', async () => {
    const { vars } = await run('a <- 1\nmakeActiveBinding("x", function() repeat {}, globalenv())\ndelayedAssign("y", stop("no"))\nz <- 2');
    expect(vars.map(({ name }) => name)).toEqual(['a', 'x', 'y', 'z']);
  });

  it.each([
    ['an error handler', 'options(error = quote(repeat {}))\nx <- 1\nstop("failed")'],
    ['a finalizer', 'e <- new.env()\nreg.finalizer(e, function(e) repeat {}, onexit = TRUE)\nx <- 1\nstop("failed")'],
    ['what runs at the end', '.Last <- function() repeat {}\nx <- 1\nstop("failed")'],
    ['a device', 'options(device = function(...) repeat {})\nx <- 1\nstop("failed")'],
  ])('%s does not run after the code', async (__, code) => {
    const { error, vars, limit } = await run(code);
    expect(limit).toBeNull();
    expect(error).toMatchObject({ message: 'failed', line: code.split('\n').length });
    expect(vars.map(({ name }) => name)).toContain('x');
  });
});

// Root could reach and see all of it.
inSituations(['warm, as root'], 'what is not there', (runner) => {
  const run = runsR(runner);
  it.each([
    ['a connection', 'socketConnection("1.1.1.1", 53, timeout = 2)'],
    ['a connection to the runner', 'readLines(url("PLACE"))'],
    ['a server', 'serverSocket(0)'],
  ])('%s', async (__, code) => {
    expect((await run(code.replace('PLACE', runner().url))).error?.message).toMatch(/cannot open|cannot be opened|not be created|creation/);
  });

  it('any file but the system, the work folder and what the run was given', async () => {
    const code = [
      'dir("/opt/lessonwright"); dir("/work", all.files = TRUE, no.. = TRUE)',
      'paths <- c("/root", "/home", "/var", "/srv", "/mnt", "/run", "/boot", "/sys", "/etc/shadow", "/etc/hostname", "/etc/ssh", "FOLDER")',
      'paths[file.exists(paths)]',
    ].join('\n');
    expect((await run(code.replace('FOLDER', runner().folder))).output).toBe('[1] "inbox" "r"    \ncharacter(0)\ncharacter(0)\n');
  });
});

// The runner has the same user, so the kernel would allow it.
inSituations(['warm, as a user'], 'what is not there', (runner) => {
  const run = runsR(runner);
  it('a secret of the runner', async () => {
    const code = [
      'cat(Sys.getenv(), "\\n")',
      'for (pid in grep("^[0-9]+$", dir("/proc"), value = TRUE)) for (name in c("environ", "cmdline", "mountinfo"))',
      '  try(cat(suppressWarnings(readLines(file.path("/proc", pid, name), skipNul = TRUE)), "\\n"), silent = TRUE)',
    ].join('\n');
    const { output } = await run(code);
    expect(output).toContain('/work');
    for (const secret of [runner().token, SECRET, 'LESSONWRIGHT', process.execPath]) expect(output).not.toContain(secret);
  });
});

// Root could.
inSituations(['warm, as root'], 'what is not there', (runner) => {
  const run = runsR(runner);
  it('a way to write where others read', async () => {
    const code =
      'for (folder in c("/", "/dev", "/etc", "/usr", "/usr/lib/R", "/opt", "/opt/lessonwright/r", "/opt/lessonwright/inbox", .Library)) if (suppressWarnings(file.create(file.path(folder, "x")))) print(folder)';
    expect((await run(code)).output).toBe('');
  });
});

// They are processes of one user.
inSituations(['warm, as a user'], 'what is not there', (runner) => {
  const run = runsR(runner);
  it('the descriptors of its supervisor', async () => {
    const code = [
      'parent <- strsplit(readLines("/proc/self/stat"), " ")[[1]][4]',
      'length(dir(file.path("/proc", parent, "fd")))',
      'for (n in 3:9) tryCatch({ f <- file(sprintf("/proc/%s/fd/%d", parent, n), "wb"); print(n) }, error = function(e) 0, warning = function(w) 0)',
    ].join('\n');
    expect((await run(code)).output).toBe('[1] 0\n');
  });
});

// Root drops them another way than others.
inSituations(['warm, as root', 'warm, as a user'], 'what is not there', (runner) => {
  const run = runsR(runner);
  it('rights', async () => {
    const { output } = await run('cat(readLines("/proc/self/status"), sep = "\\n")');
    expect(output).toMatch(/^CapEff:\s+0+$/m);
    expect(output).toMatch(/^NoNewPrivs:\s+1$/m);
    expect(output).toMatch(/^Seccomp:\s+2$/m);
  });
});

// Only the process namespace ends them: there is no control group, and the user is the runner's own.
inSituations(['warm, as a user'], 'nothing stays', (runner, situation) => {
  const run = runsR(runner);
  it('of a run for the next one', async () => {
    await run('for (folder in c("/work", "/tmp", "/dev/shm")) file.create(file.path(folder, "left"))\nleft <- 1');
    const { output } = await run('file.exists(file.path(c("/work", "/tmp", "/dev/shm"), "left"))\nexists("left")');
    expect(output).toBe('[1] FALSE FALSE FALSE\n[1] FALSE\n');
  });

  it.each([
    ['programs in the background', 'system("sleep 600 MARK", wait = FALSE)', null],
    ['programs of their own session', 'system("setsid sh -c \'sleep 600; : MARK\' &")', null],
    ['forks that were left', 'invisible(parallel::mcparallel(system("sh -c \'sleep 600; : MARK\'")))\nSys.sleep(0.2)', null],
    ['a run that was ended', 'for (i in 1:4) system("sh -c \'sleep 600; : MARK\'", wait = FALSE)\nrepeat cat(strrep("x", 1000))', 'output'],
  ])('of %s', async (__, code, limit) => {
    const mark = `left-behind-${process.pid}-${situation.replaceAll(/\W+/g, '-')}`;
    expect((await run(code.replaceAll('MARK', mark))).limit).toBe(limit);
    await expect.poll(() => processesWith(mark), { timeout: 20_000, interval: 20 }).toEqual([]);
  });

  it('of forks that come to the end of the code', async () => {
    const { vars, output } = await run(
      'x <- 1\nchild <- parallel:::mcfork(TRUE)\nif (inherits(child, "masterProcess")) x <- 2\ncat("here\\n")\ninvisible()',
    );
    expect(vars.find(({ name }) => name === 'x')?.string_form).toBe('[1] 1');
    expect(output).toContain('here');
  });
});

// The checker is a process of the same user.
inSituations(['warm, as a user'], 'a verdict cannot be forged', (runner) => {
  const run = runsR(runner);
  const checks = { custom: null, legacy: 'stopifnot(x == 1)', unit: null, answer_code: '' };
  const forgery = '{"type":"check","kind":"legacy","results":[],"error":null}\n{"type":"variable","name":"forged"}\n';

  it.each([
    [
      'by writing to every descriptor',
      `for (n in 3:20) try(suppressWarnings({ f <- file(paste0("/proc/self/fd/", n), "ab", raw = TRUE); writeBin(charToRaw('${forgery}'), f); close(f) }), silent = TRUE)`,
    ],
    ['by writing from another process', `for (n in 3:20) system(sprintf("(printf '%%s' '${forgery}' >&%d) 2>/dev/null", n))`],
    ['by printing one', `cat('${forgery}')`],
  ])('%s', async (__, code) => {
    const { vars, legacy } = await runner().run(`x <- 2\n${code}`, { language: 'r', checks });
    expect(vars.map(({ name }) => name)).not.toContain('forged');
    expect(legacy?.results.map(({ pass }) => pass)).toEqual([false]);
  });

  it('by replacing the functions that check and report', async () => {
    const code = [
      'x <- 2',
      '{',
      '  put <- function(name, value) { unlockBinding(name, baseenv()); assign(name, value, envir = baseenv()) }',
      '  put("stopifnot", function(...) NULL)',
      '  put("identical", function(...) TRUE)',
      '  put("paste0", function(...) "forged")',
      '  put("writeBin", function(...) NULL)',
      '  put("tryCatch", function(expr, ...) "")',
      '}',
    ].join('\n');
    const { vars, legacy } = await runner().run(code, { language: 'r', checks });
    expect(vars.map(({ name }) => name)).toEqual(['put', 'x']);
    expect(legacy?.results.map(({ pass, feedback }) => [pass, feedback])).toEqual([[false, 'x == 1 is not TRUE']]);
  });

  it('by tracing the functions that report', async () => {
    const { vars, legacy } = await runner().run(
      'for (name in c("writeBin", "sprintf", "eval")) invisible(suppressMessages(trace(name, quote(stop("traced")), print = FALSE)))\nx <- 1',
      { language: 'r', checks },
    );
    expect(vars).toBeDefined();
    expect((legacy?.results ?? []).some(({ pass }) => pass)).toBe(false);
    expect((await run('x <- 1')).vars).toHaveLength(1);
  });

  it('by finding the check in memory before it has come', async () => {
    const code =
      'seen <- unlist(lapply(sys.frames(), function(frame) lapply(ls(frame, all.names = TRUE), function(name) try(deparse(get(name, frame)), silent = TRUE))))\nany(grepl(paste("x =", "1", sep = "= "), seen, fixed = TRUE))\nx <- 2';
    expect((await runner().run(code, { language: 'r', checks })).output).toBe('[1] FALSE\n');
  });
});

inSituations(['warm, as root', 'warm, as a user'], 'after all that', (runner) => {
  it('a run is like any other', async () => {
    expect(await runsR(runner)('x <- 1\nplot(x)\nx')).toMatchObject({
      output: '[1] 1\n',
      error: null,
      limit: null,
      cut: [],
      vars: [{ name: 'x' }],
    });
  });
});
