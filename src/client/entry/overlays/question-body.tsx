import { Text } from '@mantine/core';
import type { Question } from '../../dialogs.ts';
import styles from './question-body.module.css';

/** The content of a question below its title: a text, and its effect in figures. */
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
