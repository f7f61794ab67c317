import type { Question } from '../../client/dialogs.ts';
import { LostIn } from './lost-in.tsx';
import styles from './question-body.module.css';

/** The content of a question below its title: a text, its effect in figures, and where readers lose something. */
export function QuestionBody({
  question: { body, figures = [], lostIn },
}: {
  question: Pick<Question, 'body' | 'figures' | 'lostIn'>;
}) {
  return (
    <>
      {body && <p>{body}</p>}
      {figures.length > 0 && (
        <ul className={styles.figures}>
          {figures.map((figure) => (
            <li key={figure}>{figure}</li>
          ))}
        </ul>
      )}
      <LostIn of={lostIn} />
    </>
  );
}
