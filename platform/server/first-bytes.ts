/** The beginning of a stream, which is closed then. */
export async function firstBytes(stream: AsyncIterable<Uint8Array>, count: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop closes the stream.
  for await (const chunk of stream) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= count) break;
  }
  return Buffer.concat(chunks).subarray(0, count);
}
