import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { emptyLessonFields } from '#features/lessons/contract/lessons.ts';
import { emptyScreenFields } from '#features/screens/contract/screens.ts';
import type { Db } from '#platform/server/database/database.ts';

// Screens whose text and code are shuffled sentences of the sample content and the guide.

export const PER_LESSON = 10;
const BATCH = 1_000;
const REPOSITORY = resolve(import.meta.dirname, '..');
const SOURCES = ['app/server/sample-content/**/*.{md,py,R,sql,sh}', 'app/guide/*.md', 'features/*/guide.md', 'features/*/guide/*.md'];

/** Makes texts, the same from the same seed. */
export class Content {
  readonly sentences: readonly string[];
  readonly #code: readonly string[];
  #state: number;

  private constructor(sentences: readonly string[], code: readonly string[], seed: number) {
    this.sentences = sentences;
    this.#code = code;
    this.#state = seed;
  }

  static async read(seed: number): Promise<Content> {
    const files = await Promise.all(
      globSync(SOURCES, { cwd: REPOSITORY })
        .toSorted()
        .map(async (name) => ({ name, text: await readFile(join(REPOSITORY, name), 'utf8') })),
    );
    const of = (isText: boolean) => files.filter(({ name }) => name.endsWith('.md') === isText).map(({ text }) => text);
    return new Content(
      of(true).flatMap((text) => text.split(/(?<=[.!?])\s+|\n\n+/).filter((sentence) => sentence.length > 20)),
      of(false).flatMap((text) => text.split('\n').filter((line) => line.trim() !== '')),
      seed,
    );
  }

  random(): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#state / 2 ** 32;
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)] as T;
  }

  many<T>(count: number, of: () => T): T[] {
    return Array.from({ length: count }, of);
  }

  prose(characters: number): string {
    let text = '';
    while (text.length < characters) text += `${this.pick(this.sentences)}${this.random() < 0.2 ? '\n\n' : ' '}`;
    return text;
  }

  /** A name as authors choose it: many are rare. */
  rareName(): string {
    const first = this.pick(['rate', 'total', 'mean', 'daily', 'city', 'sales', 'users']);
    return `${first}_${Math.floor(this.random() ** 3 * 50_000).toString(36)}`;
  }

  #program(lines: number): string {
    return [...this.many(lines, () => this.pick(this.#code)), `${this.rareName()} = ${this.rareName()}`].join('\n');
  }

  #screen() {
    const type = this.random() < 0.6 ? ('code' as const) : ('text' as const);
    const texts = { title: this.pick(this.sentences).slice(0, 40), body_markdown: this.prose(600 + this.random() * 2_400) };
    if (type === 'text') return { ...emptyScreenFields('text'), ...texts };
    const initial = this.#program(3 + this.random() * 8);
    return {
      ...emptyScreenFields('code'),
      ...texts,
      instructions_markdown: this.prose(150 + this.random() * 400),
      hint_markdown: this.prose(60),
      initial_code: initial,
      answer_code: `${initial}\n${this.#program(2 + this.random() * 6)}`,
      custom_check_code: this.#program(2),
    };
  }

  /** Stores this many screens in lessons of ten, in their own release. */
  async insertScreens(db: Db, count: number): Promise<void> {
    const { id: release } = await db
      .insertInto('releases')
      .values({ name: 'Measured', branch_name: 'bench/search' })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (let made = 0; made < count; made += BATCH) {
      const first = made / PER_LESSON;
      const lessons = Array.from({ length: Math.min(BATCH, count - made) / PER_LESSON }, (_, index) => {
        const author = this.pick(['Ada Quill', 'Ben Carver', 'Chi Okafor']);
        const fields = { ...emptyLessonFields({ title: this.pick(this.sentences).slice(0, 60), author }), overview: this.prose(300) };
        return { sequence: first + index + 1, title: fields.title, author: fields.author, language: fields.language, fields };
      });
      const rows = lessons.flatMap(({ sequence }) =>
        this.many(PER_LESSON, () => this.#screen()).map((fields, index) => ({ lesson: sequence, sequence: index + 1, fields })),
      );
      await db.transaction().execute(async (tx) => {
        await sql`
          insert into lessons (uuid, release_id, sequence, folder, title, type, author, language, fields, content_hash, screens_hash)
          select gen_random_uuid(), ${release}, sequence, 'lesson-' || sequence, title, 'mission', author, language, fields, gen_random_uuid()::text, ''
          from json_to_recordset(${JSON.stringify(lessons)}) as given(sequence integer, title text, author text, language text, fields jsonb)`.execute(
          tx,
        );
        await sql`
          insert into screens (uuid, lesson_id, folder, sequence, title, type, fields, attached, content_hash)
          select gen_random_uuid(), l.id, 'screen-' || given.sequence, given.sequence, given.fields ->> 'title', given.fields ->> 'type', given.fields,
            '{"skills": [], "questions": [], "tests": [], "answer_output": null, "answer_variables": []}', gen_random_uuid()::text
          from json_to_recordset(${JSON.stringify(rows)}) as given(lesson integer, sequence integer, fields jsonb)
          join lessons l on l.release_id = ${release} and l.sequence = given.lesson`.execute(tx);
      });
    }
  }
}
