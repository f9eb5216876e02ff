import { endianness } from 'node:os';

/** One instruction of classic BPF (linux/filter.h, `struct sock_filter`). Jumps count the instructions to skip. */
export interface Instruction {
  readonly code: number;
  readonly ifTrue: number;
  readonly ifFalse: number;
  readonly operand: number;
}

const LOAD_WORD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_AT_LEAST = 0x35;
const JUMP_IF_ANY_BIT = 0x45;
const RETURN = 0x06;
const INSTRUCTION_BYTES = 8;
const LONGEST_JUMP = 255;

/** Loads the 32-bit word at `offset` of the inspected data. */
export function load(offset: number): Instruction {
  return { code: LOAD_WORD, ifTrue: 0, ifFalse: 0, operand: offset };
}

/** Ends the program with `value`. */
export function answer(value: number): Instruction {
  return { code: RETURN, ifTrue: 0, ifFalse: 0, operand: value };
}

/** Runs `then` if the loaded word is `value`, otherwise skips it. */
export function whenEqual(value: number, then: readonly Instruction[]): Instruction[] {
  return [leapUnless(JUMP_IF_EQUAL, value, then.length), ...then];
}

/** Runs `then` if the loaded word is at least `value`, otherwise skips it. */
export function whenAtLeast(value: number, then: readonly Instruction[]): Instruction[] {
  return [leapUnless(JUMP_IF_AT_LEAST, value, then.length), ...then];
}

/** Runs `then` if the loaded word has any bit of `mask`, otherwise skips it. */
export function whenAnyBit(mask: number, then: readonly Instruction[]): Instruction[] {
  return [leapUnless(JUMP_IF_ANY_BIT, mask, then.length), ...then];
}

/** Runs `then` unless the loaded word is `value`. */
export function unlessEqual(value: number, then: readonly Instruction[]): Instruction[] {
  return [{ ...leapUnless(JUMP_IF_EQUAL, value, 0), ifTrue: checkedLeap(then.length) }, ...then];
}

function leapUnless(code: number, operand: number, leap: number): Instruction {
  return { code, ifTrue: 0, ifFalse: checkedLeap(leap), operand };
}

function checkedLeap(leap: number): number {
  if (leap > LONGEST_JUMP) throw new RangeError(`A jump skips at most ${LONGEST_JUMP} instructions, not ${leap}.`);
  return leap;
}

/** Encodes the program for the kernel, in the byte order of this machine. */
export function assemble(program: readonly Instruction[]): Uint8Array {
  const isLittle = endianness() === 'LE';
  const bytes = new Uint8Array(program.length * INSTRUCTION_BYTES);
  const view = new DataView(bytes.buffer);
  program.forEach((instruction, index) => {
    const at = index * INSTRUCTION_BYTES;
    view.setUint16(at, instruction.code, isLittle);
    view.setUint8(at + 2, instruction.ifTrue);
    view.setUint8(at + 3, instruction.ifFalse);
    view.setUint32(at + 4, instruction.operand, isLittle);
  });
  return bytes;
}
