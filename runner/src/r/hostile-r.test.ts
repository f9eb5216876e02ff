import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { RunOutcome } from '#platform/contract/run-outcome.ts';
import type { RunLimits } from '#platform/contract/runner-protocol.ts';
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
    const { error, limit, output, vars } = await run('x <- 5\ncat("before")\nwhile (TRUE) {\n  x <- x + 1\n}', { wall_seconds: SHORT });
    expect([limit, error?.name]).toEqual(['time', 'TimeLimit']);
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

  /** One run for several classes, each with methods of its own. */
  it.each<[what: string, classes: Readonly<Record<string, string>>]>([
    // They have some seconds together, after which variables are only named.
    ['that never print', { endless: 'print.endless <- function(x, ...) repeat {}' }],
    ['that print without end', { chatty: 'print.chatty <- function(x, ...) repeat cat(strrep("x", 1000))' }],
    [
      'that fail, leave, jump, or take our output',
      {
        failing:
          'print.failing <- function(x, ...) stop("no")\nlength.failing <- function(x) stop("no")\nformat.failing <- function(x, ...) stop("no")',
        leaving: 'print.leaving <- function(x, ...) quit()',
        jumping: 'print.jumping <- function(x, ...) invokeRestart("abort")',
        taking: 'print.taking <- function(x, ...) { sink(); sink("/dev/null"); sink("/dev/null") }',
      },
    ],
  ])('%s harm only their own variable', async (__, classes) => {
    const made = Object.entries(classes).map(([name, methods]) => `${methods}\nx_${name} <- structure(list(1), class = "${name}")`);
    const { vars, limit } = await run(`a <- 1\n${made.join('\n')}\nz <- 2`);
    expect(limit).toBeNull();
    expect(vars.filter(({ name }) => name === 'a' || name === 'z').map(({ string_form }) => string_form)).toEqual(['[1] 1', '[1] 2']);
    expect(vars.filter(({ name }) => name.startsWith('x_')).map(({ type_name }) => type_name)).toEqual(Object.keys(classes).sort());
    expect(vars.every(({ string_form }) => string_form.length <= 20_000)).toBe(true);
  });

  it('lists active bindings and promises without evaluating them', async () => {
    const { vars } = await run('a <- 1\nmakeActiveBinding("x", function() repeat {}, globalenv())\ndelayedAssign("y", stop("no"))\nz <- 2');
    expect(vars.map(({ name }) => name)).toEqual(['a', 'x', 'y', 'z']);
  });

  it('neither an error handler, a finalizer, what runs at the end, nor a device runs after the code', async () => {
    const code = [
      'options(error = quote(repeat {}))',
      'e <- new.env()\nreg.finalizer(e, function(e) repeat {}, onexit = TRUE)',
      '.Last <- function() repeat {}',
      'options(device = function(...) repeat {})',
      'x <- 1\nstop("failed")',
    ].join('\n');
    const { error, vars, limit } = await run(code);
    expect(limit).toBeNull();
    expect(error).toMatchObject({ message: 'failed', line: code.split('\n').length });
    expect(vars.map(({ name }) => name)).toContain('x');
  });
});

/** The `Cap…`, `NoNewPrivs` and `Seccomp` of the process. */
const RIGHTS = 'cat(grep("^(CapEff|NoNewPrivs|Seccomp):", readLines("/proc/self/status"), value = TRUE), sep = "\\n")';
const NO_RIGHTS = 'CapEff:\t0000000000000000\nNoNewPrivs:\t1\nSeccomp:\t2\n';

// Root could reach, see and write all of it, and drops its rights another way than others.
inSituations(['warm, as root'], 'what is not there', (runner) => {
  const run = runsR(runner);
  it('a connection, to the network or the runner, or a server', async () => {
    const tries = ['socketConnection("1.1.1.1", 53, timeout = 2)', `readLines(url("${runner().url}"))`, 'serverSocket(0)'];
    const said = tries.map((code) => `cat(tryCatch({ ${code}; "worked" }, error = conditionMessage), "\\n")`);
    const { output } = await run(said.join('\n'));
    expect(output.trim().split('\n')).toEqual(
      tries.map(() => expect.stringMatching(/cannot open|cannot be opened|not be created|creation/) as string),
    );
  });

  it('rights, a way to write where others read, and any file but the system, the work folder and what the run was given', async () => {
    const code = [
      RIGHTS,
      'for (folder in c("/", "/dev", "/etc", "/usr", "/usr/lib/R", "/opt", "/opt/lessonwright/r", "/opt/lessonwright/inbox", .Library)) if (suppressWarnings(file.create(file.path(folder, "x")))) print(folder)',
      'dir("/opt/lessonwright"); dir("/work", all.files = TRUE, no.. = TRUE)',
      'paths <- c("/root", "/home", "/var", "/srv", "/mnt", "/run", "/boot", "/sys", "/etc/shadow", "/etc/hostname", "/etc/ssh", "FOLDER")',
      'paths[file.exists(paths)]',
    ].join('\n');
    expect((await run(code.replace('FOLDER', runner().folder))).output).toBe(
      `${NO_RIGHTS}[1] "inbox" "r"    \ncharacter(0)\ncharacter(0)\n`,
    );
  });
});

// The runner and the supervisor have the same user, so the kernel would allow it.
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

  it('rights, and the descriptors of its supervisor', async () => {
    const code = [
      RIGHTS,
      'parent <- strsplit(readLines("/proc/self/stat"), " ")[[1]][4]',
      'length(dir(file.path("/proc", parent, "fd")))',
      'for (n in 3:9) tryCatch({ f <- file(sprintf("/proc/%s/fd/%d", parent, n), "wb"); print(n) }, error = function(e) 0, warning = function(w) 0)',
    ].join('\n');
    expect((await run(code)).output).toBe(`${NO_RIGHTS}[1] 0\n`);
  });
});

// Only the process namespace ends them: there is no control group, and the user is the runner's own.
inSituations(['warm, as a user'], 'nothing stays', (runner, situation) => {
  const run = runsR(runner);
  it('leaves nothing of a run for the next one', async () => {
    await run('for (folder in c("/work", "/tmp", "/dev/shm")) file.create(file.path(folder, "left"))\nleft <- 1');
    const { output } = await run('file.exists(file.path(c("/work", "/tmp", "/dev/shm"), "left"))\nexists("left")');
    expect(output).toBe('[1] FALSE FALSE FALSE\n[1] FALSE\n');
  });

  it.each([
    [
      'programs in the background, in sessions of their own, and in forks',
      [
        'system("sh -c \'sleep 600; : MARK-1\'", wait = FALSE)',
        'system("setsid sh -c \'sleep 600; : MARK-2\' &")',
        'invisible(parallel::mcparallel(system("sh -c \'sleep 600; : MARK-3\'")))',
        'lines <- function() suppressWarnings(unlist(lapply(Sys.glob("/proc/[0-9]*/cmdline"), function(file) try(readLines(file, skipNul = TRUE), silent = TRUE))))',
        'while (!all(vapply(1:3, function(n) any(grepl(paste0("MARK-", n), lines(), fixed = TRUE)), TRUE))) Sys.sleep(0.05)',
      ].join('\n'),
      null,
    ],
    ['a run that was ended', 'for (i in 1:4) system("sh -c \'sleep 600; : MARK\'", wait = FALSE)\nrepeat cat(strrep("x", 1000))', 'output'],
  ])('of %s', async (__, code, limit) => {
    const mark = `left-behind-${process.pid}-${situation.replaceAll(/\W+/g, '-')}`;
    const outcome = await run(code.replaceAll('MARK', mark));
    expect([outcome.limit, outcome.error?.name]).toEqual([limit, limit === null ? undefined : 'OutputLimit']);
    await expect.poll(() => processesWith(mark), { timeout: 300_000, interval: 20 }).toEqual([]);
  });

  it('leaves no fork that comes to the end of the code', async () => {
    const { vars, output } = await run(
      'x <- 1\nchild <- parallel:::mcfork(TRUE)\nif (inherits(child, "masterProcess")) x <- 2\ncat("here\\n")\ninvisible()',
    );
    expect(vars.find(({ name }) => name === 'x')?.string_form).toBe('[1] 1');
    expect(output).toContain('here');
  });
});

// The checker is a process of the same user.
inSituations(['warm, as a user'], 'a verdict cannot be forged', (runner) => {
  const checks = { custom: null, legacy: 'stopifnot(x == 1)', unit: null, answer_code: '' };
  const forgery = '{"type":"check","kind":"legacy","results":[],"error":null}\n{"type":"variable","name":"forged"}\n';

  it('by writing one to every descriptor, by another process, or by printing it, and the check is not in memory before it has come', async () => {
    const code = [
      'seen <- unlist(lapply(sys.frames(), function(frame) lapply(ls(frame, all.names = TRUE), function(name) try(deparse(get(name, frame)), silent = TRUE))))',
      'cat(any(grepl(paste("x =", "1", sep = "= "), seen, fixed = TRUE)), "\\n")',
      'x <- 2',
      `line <- '${forgery}'`,
      'for (n in 3:20) try(suppressWarnings({ f <- file(paste0("/proc/self/fd/", n), "ab", raw = TRUE); writeBin(charToRaw(line), f); close(f) }), silent = TRUE)',
      'for (n in 3:20) system(sprintf("(printf %%s %s >&%d) 2>/dev/null", shQuote(line), n))',
      'cat(line)',
    ].join('\n');
    const { output, error, vars, legacy } = await runner().run(code, { language: 'r', checks });
    expect(error).toBeNull();
    expect(output).toMatch(/^FALSE \n/);
    expect(vars.map(({ name }) => name)).not.toContain('forged');
    expect(legacy?.results.map(({ pass }) => pass)).toEqual([false]);
  });

  it('no verdict is changed by replacing the functions that check and report', async () => {
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

  it('no verdict is changed by tracing the functions that report', async () => {
    const { vars, legacy } = await runner().run(
      'for (name in c("writeBin", "sprintf", "eval")) invisible(suppressMessages(trace(name, quote(stop("traced")), print = FALSE)))\nx <- 1',
      { language: 'r', checks },
    );
    expect(vars).toBeDefined();
    expect((legacy?.results ?? []).some(({ pass }) => pass)).toBe(false);
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
