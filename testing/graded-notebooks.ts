/** What learners submit for an exercise. Null: what they were given. */
type Submitted = string | null;

interface GradedExercise {
  /** The names of its test cells, or of its question. */
  readonly tests: readonly string[];
  readonly variants: readonly Submitted[];
}

/** A notebook of a grader, with what learners submit. */
export interface GradedNotebook {
  readonly tool: 'nbgrader' | 'otter';
  readonly notebook: object;
  /** In the order of their cells with solutions. */
  readonly exercises: readonly GradedExercise[];
}

type Role = 'solution' | 'tests';

function notebookOf(cells: readonly object[]): object {
  const metadata = { kernelspec: { name: 'python3', display_name: 'Python 3', language: 'python' }, language_info: { name: 'python' } };
  return { nbformat: 4, nbformat_minor: 5, metadata, cells: cells.map((cell, index) => ({ id: `c${index}`, metadata: {}, ...cell })) };
}

const text = (source: string) => ({ cell_type: 'markdown', source });
const raw = (source: string) => ({ cell_type: 'raw', source });

/** @param shown What the cell showed in the notebook. */
function code(source: string, shown: string | null = null) {
  const outputs =
    shown === null ? [] : [{ output_type: 'execute_result', execution_count: 1, metadata: {}, data: { 'text/plain': shown } }];
  return { cell_type: 'code', execution_count: null, outputs, source };
}

/** A cell of nbgrader. */
function graded(name: string, role: Role, source: string) {
  const isTest = role === 'tests';
  const flags = { schema_version: 3, grade_id: name, grade: isTest, locked: isTest, solution: !isTest, task: false };
  return { ...code(source), metadata: { nbgrader: isTest ? { ...flags, points: 1 } : flags } };
}

const solution = (source: string) => `### BEGIN SOLUTION\n${source}\n### END SOLUTION`;

const NBGRADER = notebookOf([
  text('# Owls\n\nWrite `area(width, height)`. A negative side is a `ValueError`.'),
  graded(
    'answer1',
    'solution',
    'def area(width, height):\n    ### BEGIN SOLUTION\n    if width < 0 or height < 0:\n        raise ValueError("negative")\n    return width * height\n    ### END SOLUTION',
  ),
  graded('area', 'tests', 'assert area(2, 3) == 6\n### BEGIN HIDDEN TESTS\nassert area(0.5, 4) == 2\n### END HIDDEN TESTS'),
  graded('negative', 'tests', 'try:\n    area(-1, 2)\nexcept ValueError:\n    pass\nelse:\n    raise AssertionError("no ValueError")'),
  text('## Words\n\nCount the words of the sentence.'),
  code('sentence = "the owl and the mouse"'),
  graded('answer2', 'solution', solution('counts = {word: sentence.split().count(word) for word in sentence.split()}')),
  graded('words', 'tests', 'assert counts["the"] == 2\nassert sum(counts.values()) == 5'),
  text('## Median\n\nWrite `median(values)`, which leaves the list as it is.'),
  graded(
    'answer3',
    'solution',
    'def median(values):\n    ### BEGIN SOLUTION\n    ranked = sorted(values)\n    half = len(ranked) // 2\n    return ranked[half] if len(ranked) % 2 else (ranked[half - 1] + ranked[half]) / 2\n    ### END SOLUTION',
  ),
  graded('odd', 'tests', 'given = [3, 1, 2]\nassert median(given) == 2, "the middle"\nassert given == [3, 1, 2], "the list was changed"'),
  graded('even', 'tests', '### BEGIN HIDDEN TESTS\nassert abs(median([4, 1, 2, 3]) - 2.5) < 1e-9\n### END HIDDEN TESTS'),
]);

const question = (name: string, task: string, answer: string, tests: readonly object[]) => [
  raw(`# BEGIN QUESTION\nname: ${name}\npoints: 2`),
  text(task),
  raw('# BEGIN SOLUTION'),
  code(answer),
  raw('# END SOLUTION'),
  raw('# BEGIN TESTS'),
  ...tests,
  raw('# END TESTS'),
  raw('# END QUESTION'),
];
const HIDDEN = '""" # BEGIN TEST CONFIG\nhidden: true\n""" # END TEST CONFIG\n';

const OTTER = notebookOf([
  raw('# ASSIGNMENT CONFIG\ntests:\n  files: true'),
  text('# Prey'),
  code('prices = [3, 4, 5]'),
  ...question('q1', 'Assign the sum to `total`.', 'total = sum(prices) # SOLUTION', [
    code('total == 12', 'True'),
    code(`${HIDDEN}isinstance(total, int)`, 'True'),
  ]),
  ...question('q2', 'Write `initials(name)`.', 'def initials(name):\n    return "".join(word[0] for word in name.split()) # SOLUTION', [
    code('initials("Ada Lovelace")', "'AL'"),
    code(`${HIDDEN}initials("")`, "''"),
  ]),
  ...question('q3', 'Assign the even numbers from 2 to 10 to `evens`.', 'evens = list(range(2, 11, 2)) # SOLUTION', [
    code('len(evens)', '5'),
    code('assert all(n % 2 == 0 for n in evens)\nsorted(evens)[-1]', '10'),
  ]),
]);

const NOTHING = ['', null, '# later', 'def (', 'raise RuntimeError("no idea")'];

export const GRADED_NOTEBOOKS: readonly GradedNotebook[] = [
  {
    tool: 'nbgrader',
    notebook: NBGRADER,
    exercises: [
      {
        tests: ['area', 'negative'],
        variants: [
          'def area(width, height):\n    if min(width, height) < 0:\n        raise ValueError\n    return height * width',
          'def area(width, height):\n    return width * height',
          'def area(width, height):\n    return int(width) * int(height)',
          'def area(width, height):\n    raise ValueError("always")',
          'def area(width):\n    return width * width',
          'area = 6',
          ...NOTHING,
        ],
      },
      {
        tests: ['words'],
        variants: [
          'from collections import Counter\ncounts = Counter(sentence.split())',
          'counts = {}\nfor word in sentence.split():\n    counts[word] = counts.get(word, 0) + 1',
          'counts = {"the": 2}',
          'counts = {letter: sentence.count(letter) for letter in sentence}',
          'counts = dict(sentence.split())',
          'counts = None',
          'count = {"the": 2, "owl": 1, "and": 1, "mouse": 1}',
          ...NOTHING,
        ],
      },
      {
        tests: ['odd', 'even'],
        variants: [
          'import statistics\n\n\ndef median(values):\n    return statistics.median(values)',
          'def median(values):\n    values.sort()\n    return values[len(values) // 2]',
          'def median(values):\n    return sorted(values)[len(values) // 2]',
          'def median(values):\n    return sum(values) / len(values)',
          'def median(values):\n    return values[0.5]',
          'median = lambda values: 2.5',
          'def median(values):\n    print(sorted(values))',
          'def median(values):\n    return median(values)',
          ...NOTHING,
        ],
      },
    ],
  },
  {
    tool: 'otter',
    notebook: OTTER,
    exercises: [
      {
        tests: ['q1'],
        variants: [
          'total = prices[0] + prices[1] + prices[2]',
          'total = 12.0',
          'total = 13',
          'total = "12"',
          'total = sum(price)',
          'sum(prices)',
          ...NOTHING,
        ],
      },
      {
        tests: ['q2'],
        variants: [
          'def initials(name):\n    return "".join([each[:1] for each in name.split(" ")])',
          'def initials(name):\n    first, last = name.split()\n    return first[0] + last[0]',
          'def initials(name):\n    return name[0]',
          'def initials(name):\n    print("AL")',
          'def initials(name):\n    print(name)\n    return "".join(each[0] for each in name.split())',
          'def initials(name):\n    return list(each[0] for each in name.split())',
          'initials = "AL"',
          ...NOTHING,
        ],
      },
      {
        tests: ['q3'],
        variants: [
          'evens = [2, 4, 6, 8, 10]',
          'evens = (10, 8, 6, 4, 2)',
          'evens = {2, 4, 6, 8, 10}',
          'evens = list(range(2, 10, 2))',
          'evens = [1, 2, 3, 4, 10]',
          'evens = 5',
          'evens = range(2, 11, 2)',
          'evens = []\nfor n in range(2, 11, 2):\n    evens.append(n)\nprint(evens)',
          ...NOTHING,
        ],
      },
    ],
  },
];

/** 25 submissions, in which each variant of each exercise meets others. */
export function submissionsOf({ exercises }: GradedNotebook): readonly (readonly Submitted[])[] {
  return Array.from({ length: 25 }, (_, at) => exercises.map(({ variants }) => variants[at % variants.length] ?? null));
}
