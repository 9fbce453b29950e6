// What a reader of API pages sees: a file of its own, because that of all screens is ten times as large.
export { default as DatabaseIcon } from 'lucide-react/icons/database'
export { default as LockIcon } from 'lucide-react/icons/lock'
export { default as SendIcon } from 'lucide-react/icons/send'
