import { describe, expect, it } from 'vitest';
import type { QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import { decodeUtf8, encodeUtf8 } from '#platform/content/text-file.ts';
import { questionsPlain, readQuestions } from './screen-yaml.ts';
import { readYaml, writeYaml } from './yaml-file.ts';

const UUID = '00000000-0000-4000-8000-00000000000a';
const SKILL = { uuid: '00000000-0000-4000-8000-00000000000b', name: 'Units', point_value: 1 };
const FILE = 'questions.yaml';

function read(yaml: string): { questions: QuestionContent[]; problems: string[] } {
  const problems: string[] = [];
  const files = new Map([[FILE, encodeUtf8(yaml)]]);
  const questions = readQuestions(
    readYaml(files, FILE, (problem) => problems.push(problem)),
    'one',
    [SKILL],
  );
  return { questions, problems };
}

function written(yaml: string, change: (questions: QuestionContent[]) => QuestionContent[]): string {
  const { questions } = read(yaml);
  const files = new Map([[FILE, encodeUtf8(yaml)]]);
  writeYaml(files, FILE, questionsPlain(questions, [SKILL]), questionsPlain(change(questions), [SKILL]));
  return decodeUtf8(files.get(FILE) ?? new Uint8Array());
}

const NUMBER = `- uuid: ${UUID}
  question: How heavy?
  kind: number
  value: 3.10
  unit: kg
  feedback:
    - answer: 31
      message: Mind the point.
  skill: Units
`;

describe('questions.yaml', () => {
  it('has the fields of a task beside the text, each as it was typed, and leaves out defaults', () => {
    const { questions, problems } = read(NUMBER);
    expect(problems).toEqual([]);
    expect(questions).toEqual([
      {
        uuid: UUID,
        question: 'How heavy?',
        select_type: 'single',
        options: [],
        task: {
          kind: 'number',
          value: '3.10',
          tolerance: '',
          tolerance_type: 'absolute',
          unit: 'kg',
          allows_formula: false,
          feedback: [{ answer: '31', message: 'Mind the point.' }],
        },
        skill_uuid: SKILL.uuid,
      },
    ]);
    const files = new Map<string, Uint8Array>();
    writeYaml(files, FILE, undefined, questionsPlain(questions, [SKILL]));
    const plain = decodeUtf8(files.get(FILE) ?? new Uint8Array());
    expect(plain).toBe(NUMBER.replace('3.10', '"3.10"').replace('31\n', '"31"\n'));
  });

  it('changes only the line of the field that changed', () => {
    const changed = written(NUMBER, ([question]) => [{ ...question!, task: { ...question!.task!, unit: 'g' } as QuestionContent['task'] }]);
    expect(changed).toBe(NUMBER.replace('unit: kg', 'unit: g'));
  });

  it('keeps multiple choice as it was, whether or not it names its kind', () => {
    const choice = (kind: string) => `- uuid: ${UUID}\n${kind}  question: Which?\n  select_type: single\n  options:\n    - label: This\n`;
    expect(read(choice('  kind: choice\n'))).toEqual(read(choice('')));
    expect(questionsPlain(read(choice('')).questions, [])).toEqual([
      { uuid: UUID, question: 'Which?', select_type: 'single', options: [{ label: 'This' }] },
    ]);
  });

  it('reports a question of an unknown kind, and keeps it when others change', () => {
    const essay = `- uuid: 00000000-0000-4000-8000-00000000000c\n  question: Why?\n  kind: essay\n  words: 300\n`;
    const { questions, problems } = read(NUMBER + essay);
    expect(problems).toEqual(['“essay” isn’t a kind of question. The question stays in the file.']);
    expect(questions).toHaveLength(1);
    const changed = written(NUMBER + essay, ([question]) => [{ ...question!, question: 'What?' }]);
    expect(changed).toBe(NUMBER.replace('How heavy?', 'What?') + essay);
  });

  it('reports a field that a task can’t have, and keeps it', () => {
    const odd = NUMBER.replace('  unit: kg\n', '  unit: kg\n  allows_formula: perhaps\n  weight: 3\n').replace(
      'answer: 31',
      'answer: [31]',
    );
    const { questions, problems } = read(odd);
    expect(problems).toHaveLength(2);
    expect(problems[0]).toContain('allows_formula');
    expect(questions[0]?.task).toMatchObject({ value: '3.10', allows_formula: false, feedback: [] });
    expect(written(odd, ([question]) => [{ ...question!, question: 'What?' }])).toBe(odd.replace('How heavy?', 'What?'));
  });
});
