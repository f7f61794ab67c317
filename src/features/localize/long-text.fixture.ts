import { collectionDesk } from '#features/collection/collection.fixture.ts';
import type { Office } from '#test/app.ts';

/** Paragraphs as rich text. */
export const paragraphs = (...all: string[]): string => all.map((text) => `<p>${text}</p>`).join('');

/** A collection `long` with a description of four paragraphs in English and Korean, and what translators see of it. */
export function longTextDesk(of: () => Office) {
  const desk = collectionDesk(of);
  return {
    ...desk,
    addLong: () =>
      desk.add('long', {
        multi_lang_data: {
          en: { description: paragraphs('One', 'Two', 'Three', 'Four') },
          ko: { title: '가', description: paragraphs('하나', '둘', '셋', '넷') },
        },
      }),
    english: (...all: string[]) =>
      of().admin.put('/api/v5/collection/long/localize/en', { description: paragraphs(...all) }),
    /** What became of the English of each paragraph; undefined if there is nothing to do. */
    states: async (): Promise<string[] | undefined> =>
      (await of().admin.get('/api/v5/collection/long/localize/ko/text?field=description')).json.results.paragraphs?.map(
        ({ state }: { state: string }) => state,
      ),
  };
}
