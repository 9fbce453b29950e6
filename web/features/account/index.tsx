import { Loading } from '#web/ui/loading.tsx'

/** Login: in the making. */
export function Login() {
  return <Loading />
}

/** Register: in the making. */
export function Register() {
  return <Loading />
}

/** UserCentre: in the making. */
export function UserCentre() {
  return <Loading />
}
