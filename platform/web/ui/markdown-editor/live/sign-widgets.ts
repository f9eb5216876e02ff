import { WidgetType } from '@codemirror/view';

/** The bullet of a list item. */
export class BulletWidget extends WidgetType {
  override eq(): boolean {
    return true;
  }

  override toDOM(): HTMLElement {
    const dom = document.createElement('span');
    dom.className = 'cm-live-bullet';
    dom.textContent = '•';
    return dom;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

/** The checkbox of a task. It is only shown; a click doesn't change the text. */
export class TaskWidget extends WidgetType {
  readonly #isDone: boolean;

  constructor(isDone: boolean) {
    super();
    this.#isDone = isDone;
  }

  override eq(other: TaskWidget): boolean {
    return other.#isDone === this.#isDone;
  }

  override toDOM(): HTMLElement {
    const dom = document.createElement('span');
    dom.className = 'cm-live-task';
    dom.textContent = this.#isDone ? '☑' : '☐';
    dom.setAttribute('role', 'img');
    dom.setAttribute('aria-label', this.#isDone ? 'Done' : 'To do');
    return dom;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

/** The title of a box, in place of its first line. */
export class TitleWidget extends WidgetType {
  readonly #title: string;

  constructor(title: string) {
    super();
    this.#title = title;
  }

  override eq(other: TitleWidget): boolean {
    return other.#title === this.#title;
  }

  override toDOM(): HTMLElement {
    const dom = document.createElement('span');
    dom.textContent = this.#title;
    return dom;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
