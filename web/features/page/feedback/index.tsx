import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useId } from 'react'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { useCachedQuery } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { HelpfulIcon, UnhelpfulIcon } from '#web/ui/screen-icons.ts'
import { toast } from '#web/ui/toast.ts'
import { statAtom, voteAtom } from './atoms.ts'
import styles from './page-feedback.module.css'
import type { Vote } from './votes.ts'

/**
 * Asks whether a page was helpful, and thanks in place; editors see the votes of all. In an archived item only the
 * votes are shown.
 */
export function HelpfulQuestion({ page_id, isArchived }: { page_id: string; isArchived: boolean }) {
  const { t } = useTranslation('page-feedback')
  const id = useId()
  const [answer] = useCachedQuery(statAtom, page_id)
  const vote = useSetAtom(voteAtom)
  const stat = answer && 'value' in answer ? answer.value : undefined
  const mine = stat?.my_feedback ?? 0
  const say = (kind: Vote) =>
    vote(page_id, mine === kind ? 0 : kind).catch(
      (error: unknown) =>
        void toast.error(
          localized(() => i18next.t('page-feedback:failed', { reason: getErrorMessage(error) })),
          { requestId: getRequestId(error) },
        ),
    )
  const counted = (word: string, count: number | undefined) =>
    count === undefined ? word : `${word} · ${formatCount(count)}`
  const yes = counted(t('yes'), stat?.helpful_count)
  const no = counted(t('no'), stat?.unhelpful_count)
  if (isArchived) {
    if (stat?.helpful_count === undefined) return null
    return (
      <p className={styles.helpful}>
        {t('question')} {yes}, {no}
      </p>
    )
  }
  return (
    <div className={styles.helpful} role="group" aria-labelledby={id}>
      <span className={styles.said}>
        <span id={id} data-hidden={mine !== 0 || undefined}>
          {t('question')}
        </span>
        <span role="status">{mine !== 0 && t('thanks')}</span>
      </span>
      <Button icon={<HelpfulIcon />} aria-pressed={mine === 1} onClick={() => void say(1)}>
        {yes}
      </Button>
      <Button icon={<UnhelpfulIcon />} aria-pressed={mine === 2} onClick={() => void say(2)}>
        {no}
      </Button>
    </div>
  )
}
