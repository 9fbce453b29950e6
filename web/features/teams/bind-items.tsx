import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo, useState } from 'react'
import { defaultRole, queryValue, RoleChoice } from '#web/features/item/members/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RegularItemIcon } from '#web/ui/icons.ts'
import { toast } from '#web/ui/toast.ts'
import { bindItemsAtom, ownItemsAtom, type TeamItem, type TeamState } from './atoms.ts'
import { ItemChoices } from './item-choices.tsx'
import { QueryBoundary } from './query-boundary.tsx'
import styles from './team.module.css'

/** Dialog to bind several items that the current user manages to a team. */
export function BindItems(props: { book: TeamState; bound: readonly TeamItem[]; onClose: () => void }) {
  const { book, bound, onClose } = props
  const { t } = useTranslation('team')
  const close = useMountedCallback(onClose)
  const own = useMemo(ownItemsAtom, [])
  const free = queryValue(useAtomValue(own))?.filter((item) => !bound.some((one) => one.item_id === item.item_id)) ?? []
  const bind = useSetAtom(bindItemsAtom)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [role, setRole] = useState(defaultRole)
  const [error, setError] = useState<LocalizedText>()
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    if (busy) return
    if (chosen.size === 0) return setError(localized(() => i18next.t('team:bind.missing')))
    setBusy(true)
    try {
      await bind(book, [...chosen], role)
      toast.ok(localized(() => i18next.t('team:bind.done', { count: chosen.size })))
      close()
    } catch (failure) {
      setError(errorText(failure))
      setBusy(false)
    }
  }
  const buttons = (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button type="submit" variant="primary" busy={busy}>
        {chosen.size > 1 ? t('bind.many', { count: chosen.size }) : t('bind.action')}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('bind.title')}
      note={t('bind.note')}
      dirty={chosen.size > 0}
      onSubmit={() => void submit()}
      footer={free.length > 0 && buttons}
    >
      <QueryBoundary from={own}>
        {() =>
          free.length === 0 ? (
            <EmptyState
              icon={<RegularItemIcon data-size="32" />}
              text={t('bind.none')}
              action={<ButtonLink to="/item/index">{t('bind.toItems')}</ButtonLink>}
            />
          ) : (
            <div className={styles.form}>
              <ItemChoices
                items={free}
                chosen={chosen}
                onChosen={(next) => {
                  setChosen(next)
                  setError(undefined)
                }}
              />
              <RoleChoice label={t('bind.role')} value={role} onValue={setRole} />
              {error && <Banner tone="danger">{error.text}</Banner>}
            </div>
          )
        }
      </QueryBoundary>
    </Dialog>
  )
}
