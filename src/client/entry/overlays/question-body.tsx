import { Text } from '@mantine/core';
import type { Question } from '../../dialogs.ts';
import styles from './question-body.module.css';

/** What a question says below its title: a text, and what it means in figures. */
export function QuestionBody({ question: { body, figures = [] } }: { question: Pick<Question, 'body' | 'figures'> }) {
  return (
    <>
      {body && <Text mb="md">{body}</Text>}
      {figures.length > 0 && (
        <ul className={styles.figures}>
          {figures.map((figure) => (
            <li key={figure}>{figure}</li>
          ))}
        </ul>
      )}
    </>
  );
}
