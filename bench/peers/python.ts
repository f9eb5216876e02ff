import { findInterpreters } from '#runner/python/interpreters.ts';

/** The Python that the product runs lessons with: the newest one with pandas. */
export async function findPython(): Promise<string> {
  const python = (await findInterpreters([])).find(({ hasPandas }) => hasPandas);
  if (!python) throw new Error('No Python with pandas is installed: apt install python3-pandas python3-matplotlib');
  return python.host;
}
