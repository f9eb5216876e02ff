import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { mutantsOf } from '#features/check-trust/server/variants/mutants.ts';
import { testFileOf, unitTestsOf } from '#platform/contract/unit-tests.ts';
import type { UnitTestExercise } from '#testing/unit-test-exercise.ts';
import { UNIT_TEST_EXERCISES } from '#testing/unit-test-exercises.ts';
import { usualRunner } from '../testing/matrix.ts';
import type { TestRunner } from '../testing/test-runner.ts';

const MUTANTS_OF_EACH = 6;
const SECONDS = 5;
/** A test of bats starts some processes. */
const SHELL_SECONDS = 20;

interface Variant {
  readonly exercise: UnitTestExercise;
  readonly what: string;
  readonly submission: string;
}

/** Tells of each variant whether the framework, run by itself, passes it. */
const BY_ITSELF: Readonly<Record<string, readonly [program: string, ...arguments_: string[]]>> = {
  python: [
    '/usr/bin/python3',
    '-c',
    `
import importlib, io, json, os, signal, sys, tempfile, unittest, pytest
passed = []
for variant in json.load(sys.stdin):
    folder = tempfile.mkdtemp()
    for name in ("module", "file"):
        path = os.path.join(folder, variant[name])
        os.makedirs(os.path.dirname(path), exist_ok=True)
        open(path, "w").write(variant["submission" if name == "module" else "code"])
    child = os.fork()
    if child == 0:
        null = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2): os.dup2(null, descriptor)
        os.chdir(folder)
        sys.path.insert(0, folder)
        sys.dont_write_bytecode = True
        signal.alarm(${SECONDS})
        try:
            if variant["framework"] == "pytest":
                os._exit(pytest.main(["-q", "-p", "no:cacheprovider", variant["file"]]))
            result = unittest.main(module=variant["file"][:-3], argv=["x"], exit=False).result
            os._exit(0 if result.wasSuccessful() and result.testsRun else 1)
        except BaseException:
            os._exit(1)
    passed.append(os.waitpid(child, 0)[1] == 0)
print(json.dumps(passed))
`,
  ],
  r: [
    'Rscript',
    '--vanilla',
    '-e',
    `
lines <- readLines(file("stdin"), warn = FALSE)
passed <- vapply(strsplit(lines, " ", fixed = TRUE), function(parts) {
  decode <- function(text) utils::URLdecode(text)
  folder <- tempfile(); dir.create(folder); old <- setwd(folder); on.exit(setwd(old))
  rm(list = ls(globalenv()), envir = globalenv())
  writeLines(decode(parts[[2]]), decode(parts[[1]])); writeLines(decode(parts[[4]]), decode(parts[[3]]))
  tryCatch({
    found <- as.data.frame(testthat::test_file(decode(parts[[3]]), reporter = "silent", stop_on_failure = FALSE))
    nrow(found) > 0 && all(found$failed == 0) && !any(found$error)
  }, error = function(condition) FALSE)
}, TRUE)
cat(if (length(passed)) paste0("[", paste(tolower(as.character(passed)), collapse = ","), "]"))
`,
  ],
  cli: [
    '/usr/bin/python3',
    '-c',
    `
import json, os, signal, subprocess, sys, tempfile
passed = []
for variant in json.load(sys.stdin):
    folder = tempfile.mkdtemp()
    for name in ("module", "file"):
        with open(os.path.join(folder, variant[name]), "w") as file:
            file.write(variant["submission" if name == "module" else "code"])
    os.chmod(os.path.join(folder, variant["module"]), 0o755)
    process = subprocess.Popen(["bats", variant["file"]], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        passed.append(process.wait(${SHELL_SECONDS}) == 0)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        passed.append(False)
print(json.dumps(passed))
`,
  ],
};

function jobOf({ exercise, submission }: Variant) {
  const plan = unitTestsOf(exercise.language, { unit_test_code: exercise.tests, unit_test_framework: null, unit_test_module: '' });
  if (plan?.module !== exercise.module) throw new Error(`${exercise.name}: the file was guessed as ${plan?.module}`);
  const { framework, module } = plan;
  return { framework, module, submission, before: [], helpers: [], file: testFileOf(module, framework), code: exercise.tests };
}

async function passesHere(runner: TestRunner, variant: Variant): Promise<boolean> {
  const checks = { custom: null, legacy: null, answer_code: '', unit: jobOf(variant) };
  const wall_seconds = variant.exercise.language === 'cli' ? SHELL_SECONDS : SECONDS;
  const { unit } = await runner.run('', { language: variant.exercise.language, checks, limits: { wall_seconds } });
  if (unit?.error) throw new Error(`${variant.exercise.name}, ${variant.what}: ${unit.error.traceback}\n${variant.submission}`);
  return unit !== null && unit.results.length > 0 && unit.results.every(({ pass, counts }) => pass || counts === false);
}

function passBySelf(language: string, variants: readonly Variant[]): boolean[] {
  const [program, ...options] = BY_ITSELF[language] ?? [''];
  const jobs = variants.map(jobOf);
  const input =
    language !== 'r'
      ? JSON.stringify(jobs)
      : jobs.map(({ module, submission, file, code }) => [module, submission, file, code].map(encodeURIComponent).join(' ')).join('\n');
  return JSON.parse(execFileSync(program, options, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] })) as boolean[];
}

let runner: TestRunner;
beforeAll(async () => {
  runner = await usualRunner();
});

describe.each(['python', 'r', 'cli'] as const)('exercises with unit tests in %s', (language) => {
  const exercises = UNIT_TEST_EXERCISES.filter((exercise) => exercise.language === language);

  it('get the verdict of their framework: answers pass, stubs and mutants as there', async () => {
    const variants: Variant[] = [];
    for (const exercise of exercises) {
      variants.push({ exercise, what: 'answer', submission: exercise.answer }, { exercise, what: 'stub', submission: exercise.stub });
      const mutants = await mutantsOf(language, exercise.answer);
      const step = Math.max(1, Math.floor(mutants.length / MUTANTS_OF_EACH));
      for (const [index, { code }] of mutants.entries())
        if (index % step === 0 && index / step < MUTANTS_OF_EACH) variants.push({ exercise, what: `mutant ${index}`, submission: code });
    }
    const here: boolean[] = [];
    for (const variant of variants) here.push(await passesHere(runner, variant));
    const named = (verdicts: readonly boolean[]) =>
      variants.map(({ exercise, what }, index) => `${exercise.name}, ${what}: ${verdicts[index] === true ? 'passes' : 'fails'}`);
    expect(named(here)).toEqual(named(passBySelf(language, variants)));
    const all = (wanted: string, passes: boolean) => variants.every(({ what }, index) => what !== wanted || here[index] === passes);
    expect([all('answer', true), all('stub', false)]).toEqual([true, true]);
    expect(variants.length).toBeGreaterThan(exercises.length * 4);
  });
});
