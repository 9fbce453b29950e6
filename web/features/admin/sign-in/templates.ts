import type { Values } from '../forms/fields.ts'

/** A service with known URLs: choosing it fills them in. */
export interface ServiceTemplate {
  id: string
  /** Its name, the same in every language. */
  name: string
  values: Values
}

const paths = (
  host: string,
  authorize_path: string,
  token_path: string,
  resource_path: string,
  userinfo_path: string,
  scope: string,
): Values => ({ protocol: 'https', host, authorize_path, token_path, resource_path, userinfo_path, scope })

/** Common OAuth services. A host in `<>` must be filled in by the user. */
export const serviceTemplates: readonly ServiceTemplate[] = [
  {
    id: 'github',
    name: 'GitHub',
    values: paths(
      'github.com',
      '/login/oauth/authorize',
      '/login/oauth/access_token',
      'https://api.github.com/user',
      '',
      'read:user user:email',
    ),
  },
  {
    id: 'gitlab',
    name: 'GitLab',
    values: paths(
      'gitlab.com',
      '/oauth/authorize',
      '/oauth/token',
      '/api/v4/user',
      '/oauth/userinfo',
      'openid profile email',
    ),
  },
  {
    id: 'gitee',
    name: 'Gitee',
    values: paths('gitee.com', '/oauth/authorize', '/oauth/token', '/api/v5/user', '', 'user_info'),
  },
  {
    id: 'google',
    name: 'Google',
    values: paths(
      'accounts.google.com',
      '/o/oauth2/v2/auth',
      'https://oauth2.googleapis.com/token',
      '',
      'https://openidconnect.googleapis.com/v1/userinfo',
      'openid profile email',
    ),
  },
  {
    id: 'microsoft',
    name: 'Microsoft Entra ID',
    values: paths(
      'login.microsoftonline.com',
      '/common/oauth2/v2.0/authorize',
      '/common/oauth2/v2.0/token',
      '',
      'https://graph.microsoft.com/oidc/userinfo',
      'openid profile email',
    ),
  },
  {
    id: 'keycloak',
    name: 'Keycloak',
    values: paths(
      'keycloak.example.com',
      '/realms/main/protocol/openid-connect/auth',
      '/realms/main/protocol/openid-connect/token',
      '',
      '/realms/main/protocol/openid-connect/userinfo',
      'openid profile email',
    ),
  },
]
