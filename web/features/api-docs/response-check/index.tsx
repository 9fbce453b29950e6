import type { ResponseProblem } from '#shared/api-doc/response-check.ts'
import { fillText } from '#shared/api-doc/schema/problem-text.ts'
import en from '#shared/locales/schema-check-en.json' with { type: 'json' }
import zh from '#shared/locales/schema-check-zh.json' with { type: 'json' }
import { currentLang } from '#web/lib/i18n.ts'
import styles from './problem-list.module.css'

const texts: Readonly<Record<'en' | 'zh', Record<ResponseProblem['text'], string>>> = { en, zh }

/** Lists what a response does not have that its page documents: the place in the body, and what is wrong there. */
export function ProblemList({ problems }: { problems: readonly ResponseProblem[] }) {
  const words = texts[currentLang()]
  return (
    <ul className={styles.list}>
      {problems.map(({ path, text, values }, at) => (
        <li key={`${at} ${path}`}>
          {path !== '' && <code className={styles.path}>{path}</code>}
          <span>{fillText(words[text], values)}</span>
        </li>
      ))}
    </ul>
  )
}
