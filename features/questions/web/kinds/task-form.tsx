import type { ComponentType } from 'react';
import type { QuestionTask } from '../../contract/kinds/tasks.ts';
import type { KindFormProps } from './kind-form-props.ts';
import { KIND_FORMS } from './kind-forms.ts';

interface TaskFormProps extends Omit<KindFormProps<QuestionTask['kind']>, 'task' | 'now' | 'onChange'> {
  task: QuestionTask;
  now: () => QuestionTask;
  onChange: (task: QuestionTask) => void;
}

/** The form of a question that is no multiple choice, as its kind has it. */
export function TaskForm({ task, now, onChange, ...props }: TaskFormProps) {
  const Form = KIND_FORMS[task.kind] as unknown as ComponentType<KindFormProps<QuestionTask['kind']>>;
  // Someone else may have chosen another kind since: then the change has nothing to apply to.
  const current = () => (now().kind === task.kind ? now() : task);
  return <Form {...props} task={task} now={current} onChange={(change) => onChange({ ...current(), ...change } as QuestionTask)} />;
}
