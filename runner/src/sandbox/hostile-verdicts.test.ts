import { expect, it } from 'vitest';
import { hostilePython } from '../../testing/matrix.ts';

const inSituations = hostilePython();

// All output of a run goes through the pipe of its slot, and its descriptors belong to its own user.
inSituations(['warm, as a user'], 'a verdict cannot be forged', (runner) => {
  it.each([
    [
      'by writing to every descriptor',
      'import os\nfor fd in range(3, 300):\n  try: os.write(fd, b\'{"type":"variable","name":"forged"}\\n\')\n  except OSError: pass',
    ],
    ['by printing one', 'print(\'{"type":"error","name":"forged","message":"","line":1,"column":1,"traceback":""}\')'],
    ['by printing frames of a slot', 'import os\nfor kind in b"oerwx": os.write(1, bytes([kind, 0, 17]) + b\'{"held_bytes": 1}\\n\')'],
    [
      'on the descriptors of all processes',
      'import os\nfor p in os.listdir("/proc"):\n  for fd in range(300):\n    try: open(f"/proc/{p}/fd/{fd}", "wb", 0).write(b\'{"type":"variable","name":"forged"}\\n\')\n    except OSError: pass',
    ],
    ['by leaving with one', 'import os\nos.write(1, b\'{"phase":3,"exit_code":0}\\n\')\nos._exit(0)'],
  ])('%s', async (__, code) => {
    const { vars, error } = await runner().run(code);
    expect(vars.map(({ name }) => name)).not.toContain('forged');
    expect(error?.name).not.toBe('forged');
  });
});

// Only its own supervisor is between it and the report.
inSituations(['cold, as root'], 'a verdict cannot be forged', (runner) => {
  it('a change of our modules affects only the run itself', async () => {
    const outcome = await runner().run('import lessonwright_run.script as s\ns.variable_record = None\ns._note_variables = None\nx = 1');
    expect(outcome.cut).toEqual(['vars']);
    expect((await runner().run('x = 1')).vars).toHaveLength(1);
  });

  it('keeps the results of a run that closes everything', async () => {
    const outcome = await runner().run('x = 1\nimport os\nos.closerange(0, 4096)');
    expect(outcome.vars.map(({ name }) => name)).toContain('x');
    expect(outcome.error).toBeNull();
  });

  it('keeps the results of a run that reads its own output', async () => {
    const code =
      'import os\nprint("mine")\ntry: os.read(os.open("/proc/self/fd/1", os.O_RDONLY | os.O_NONBLOCK), 100)\nexcept OSError: pass\nx = 1';
    expect(await runner().run(code)).toMatchObject({ error: null, vars: expect.arrayContaining([expect.objectContaining({ name: 'x' })]) });
    expect((await runner().run('print("next")')).output).toBe('next\n');
  });
});
