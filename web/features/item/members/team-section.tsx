import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useId, useState } from 'react'
import { getErrorMessage } from '#web/lib/api.ts'
import { getOwnerName } from '#web/lib/display-name.ts'
import { exactTime, shortDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { href } from '#web/lib/route.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ChevronRightIcon, MoreIcon, OpenCatalogIcon } from '#web/ui/icons.ts'
import { Menu } from '#web/ui/menu.tsx'
import { MembersIcon, TrashIcon } from '#web/ui/screen-icons.ts'
import { toast } from '#web/ui/toast.ts'
import { type BoundTeam, bindTeamAtom, type MembersState, unbindTeamAtom } from './atoms.ts'
import { parseRole, type Role, roleKey, roles } from './role.ts'
import { TeamItemPeople } from './team-item-people.tsx'
import styles from './team-section.module.css'
import { toastError } from './use-change.ts'

/** A team that the item is bound to; expands to the roles of its people. */
export function TeamSection(props: {
  book: MembersState
  team: BoundTeam
  /** Whether the current user manages the team. */
  manages: boolean
  isArchived: boolean
  startsOpen: boolean
}) {
  const { book, team, manages, isArchived, startsOpen } = props
  const { t } = useTranslation('member')
  const unbind = useSetAtom(unbindTeamAtom)
  const bindTeam = useSetAtom(bindTeamAtom)
  const [open, setOpen] = useState(startsOpen)
  const [x, setConfirming] = useState(false)
  const id = useId()
  const role = parseRole(team.member_group_id)
  const changeRole = async (next: Role) => {
    try {
      await bindTeam(book, team.team_id, next)
      toast.ok(
        localized(() =>
          i18next.t('member:newcomersChanged', {
            team: team.team_name,
            role: i18next.t(`member:role.${roleKey(next)}`),
          }),
        ),
      )
    } catch (error) {
      toastError(
        localized(() => i18next.t('member:notChanged', { name: team.team_name, reason: getErrorMessage(error) })),
        error,
      )
    }
  }
  return (
    <section className={styles.team} aria-labelledby={`${id}name`}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={open ? `${id}people` : undefined}
          onClick={() => setOpen(!open)}
        >
          <span className={styles.arrow}>
            <ChevronRightIcon />
          </span>
          <span className={styles.icon}>
            <MembersIcon />
          </span>
          <span className={styles.words}>
            <span id={`${id}name`} className={styles.name}>
              {team.team_name}
            </span>
            <span className={styles.meta} title={exactTime(team.addtime)}>
              {t('boundBy', { name: getOwnerName(team), time: shortDate(team.addtime) })}
            </span>
          </span>
        </button>
        <Badge>{t('newcomersGet', { role: t(`role.${roleKey(role)}`) })}</Badge>
        <Menu
          align="end"
          trigger={
            <IconButton size="s" label={t('menuOf', { name: team.team_name })}>
              <MoreIcon />
            </IconButton>
          }
          entries={[
            ...(manages
              ? [
                  {
                    id: 'open',
                    label: t('openTeam'),
                    icon: <OpenCatalogIcon />,
                    href: href(`/team/member/${team.team_id}`),
                  },
                ]
              : []),
            ...(manages && !isArchived
              ? [
                  { kind: 'separator' as const, id: 'rule1' },
                  { kind: 'label' as const, id: 'roleLabel', label: t('newcomers') },
                  {
                    kind: 'choice' as const,
                    id: 'role',
                    label: t('newcomers'),
                    options: roles.map((one) => ({ value: one, label: t(`role.${roleKey(one)}`) })),
                    value: role,
                    onValue: (next: string) => void changeRole(parseRole(next)),
                  },
                  { kind: 'separator' as const, id: 'rule2' },
                ]
              : []),
            {
              id: 'unbind',
              label: t('unbind.action'),
              icon: <TrashIcon />,
              danger: true,
              disabled: isArchived,
              onSelect: () => setConfirming(true),
            },
          ]}
        />
      </div>
      {open && (
        <div id={`${id}people`} className={styles.people}>
          <TeamItemPeople team_id={team.team_id} item_id={book.item_id} role={role} isFixed={isArchived} />
        </div>
      )}
      <ConfirmDialog
        open={x}
        onClose={() => setConfirming(false)}
        title={t('unbind.title', { team: team.team_name })}
        action={t('unbind.action')}
        errorText={getErrorMessage}
        onConfirm={async () => {
          await unbind(book, team.id)
          toast.ok(localized(() => i18next.t('member:unbind.done', { team: team.team_name })))
        }}
      >
        {t('unbind.text')}
      </ConfirmDialog>
    </section>
  )
}
