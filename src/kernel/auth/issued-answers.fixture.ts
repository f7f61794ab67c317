import { generateKeyPairSync, sign } from 'node:crypto';
import type Provider from 'oidc-provider';

type Claims = Record<string, unknown>;
type Answer = Record<string, unknown>;

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

/** The signing key of a provider, and what its answers contain instead of what it would say. */
export class IssuedAnswers {
  /** Changes the claims of its ID tokens. */
  claims: ((claims: Claims) => Claims) | undefined;
  /** Signs ID tokens with a key that the provider does not publish. */
  forged = false;
  /** Changes the rest of an answer of its token endpoint. */
  tokens: ((answer: Answer) => Answer) | undefined;
  readonly #key = newKey();
  readonly #other = newKey();

  get jwks() {
    return { keys: [{ ...this.#key.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] };
  }

  /** Lets a provider say what is expected of it. */
  reset(): void {
    Object.assign(this, { claims: undefined, forged: false, tokens: undefined });
  }

  /** Applies to everything that this provider issues. */
  follow(provider: Provider): void {
    provider.use(async (ctx, next) => {
      await next();
      if (ctx.path !== '/token' || ctx.status !== 200) return;
      const { id_token: token, ...rest } = ctx.body as Answer;
      ctx.body = {
        ...(this.tokens?.(rest) ?? rest),
        ...(typeof token === 'string' && { id_token: this.#issue(token) }),
      };
    });
  }

  #issue(token: string): string {
    const [, payload = ''] = token.split('.');
    const claims: Claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const encoded = [{ alg: 'RS256' }, this.claims?.(claims) ?? claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    const signature = sign('sha256', Buffer.from(encoded.join('.')), this.forged ? this.#other : this.#key);
    return [...encoded, signature.toString('base64url')].join('.');
  }
}
