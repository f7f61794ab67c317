/** What a client of server-sent events has received so far. */
export interface Heard {
  answer: Response;
  text: string;
  ended: boolean;
  leave: () => void;
}

/** Reads a stream as a browser does; `last` is the id to resume from. */
export async function listenTo(
  url: string,
  { last = '', headers = {} }: { last?: string; headers?: Record<string, string> } = {},
): Promise<Heard> {
  const gone = new AbortController();
  const all = { ...headers, ...(last !== '' && { 'last-event-id': last }) };
  const answer = await fetch(url, { headers: all, signal: gone.signal });
  const heard: Heard = { answer, text: '', ended: false, leave: () => gone.abort() };
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const piece of answer.body ?? []) heard.text += decoder.decode(piece, { stream: true });
  };
  void read()
    .catch(() => undefined)
    .finally(() => {
      heard.ended = true;
    });
  return heard;
}

/** The data of its events. */
export const eventsIn = ({ text }: { text: string }): { kind: string; id: string | null }[] =>
  [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));

/** The ids that a client could resume from, latest last. */
export const cursorsIn = ({ text }: { text: string }): string[] =>
  [...text.matchAll(/^id: (.*)$/gm)].map(([, id = '']) => id);
