import type { MailConfig } from '#kernel/config/config.ts';
import { officeUrlOf } from '#kernel/http/origin.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { type Sender, type SenderSignals, sendWhileRunning } from '#kernel/mount/sender.ts';
import type { Context } from '#kernel/work/context.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { mailEntity, secondsToTry } from '../mail.rules.ts';
import { type Attached, attachedTo } from './attached.ts';
import { type ClaimedMail, claimMail, findWork, giveUpLost, type Noted, noteMail } from './mail-claim.store.ts';
import { letterOf } from './letter.ts';
import { MailConnection, type Outcome } from './smtp.service.ts';

// How many mails one process sends at a time.
const workerCount = 4;

const caller = systemCaller('mail');

/** A mail to send, with the claim on it and the path of its link. */
interface Taken {
  mail: ClaimedMail;
  path: string | undefined;
  officeUrl: string;
  at: Date;
}

/** Sends the mails that wait; other processes may do so too. Each mail is claimed before it leaves, and by one process. */
class MailSender implements Sender {
  private readonly kernel: Kernel;
  private readonly config: MailConfig;
  private readonly signals: SenderSignals;
  private readonly claim = crypto.randomUUID();
  private readonly workers = new Set<Promise<void>>();

  constructor(kernel: Kernel, config: MailConfig, signals: SenderSignals) {
    this.kernel = kernel;
    this.config = config;
    this.signals = signals;
  }

  inFlight(): Iterable<Promise<void>> {
    return this.workers;
  }

  /** Gives up mails that were lost with their processes, and starts to send if any are due. */
  async begin(): Promise<void> {
    const { work, maintenance } = this.kernel;
    if (maintenance.isOn || this.officeUrl === undefined) return;
    const { isDue, isLost } = await work.read(caller, findWork);
    if (isLost) {
      await work.write(caller, async (ctx) => {
        for (const mailIdx of await giveUpLost(ctx)) ctx.changed(mailEntity, mailIdx);
      });
    }
    if (isDue && this.workers.size === 0) this.start();
  }

  /** Where links lead; unknown until this process listens, if the system chooses its port. */
  private get officeUrl(): string | undefined {
    return officeUrlOf(this.kernel.config, this.kernel.app.server);
  }

  private start(): void {
    const worker = this.send()
      .catch(this.kernel.jobs.onError)
      .finally(() => this.workers.delete(worker));
    this.workers.add(worker);
  }

  /**
   * Sends mail after mail, and starts others as long as the server answers. After one that it did not, this worker ends:
   * thousands that wait must not all fail at once because a server restarts.
   */
  private async send(): Promise<void> {
    const connection = new MailConnection(this.config.server, this.signals.cut);
    try {
      await this.sendOver(connection);
    } finally {
      connection.close();
    }
  }

  private async sendOver(connection: MailConnection): Promise<void> {
    const { work, maintenance } = this.kernel;
    while (!this.signals.stop.aborted && !maintenance.isOn) {
      const taken = await work.write(caller, (ctx) => this.take(ctx));
      if (!taken) return;
      if (taken === 'failed') continue;
      const outcome = await this.deliver(connection, taken);
      await work.write(caller, async (ctx) => {
        const { mailIdx, tries } = taken.mail;
        await noteMail(ctx, { mailIdx, claim: this.claim }, notedOf(outcome, tries));
        ctx.changed(mailEntity, mailIdx);
      });
      if (outcome.is === 'later' || outcome.is === 'unsure') return;
      if (this.workers.size < workerCount) this.start();
    }
  }

  /** Claims a mail and makes its link; one that cannot be sent any more has failed. */
  private async take(ctx: Context): Promise<Taken | 'failed' | undefined> {
    const { officeUrl } = this;
    const mail = officeUrl === undefined ? undefined : await claimMail(ctx, this.claim);
    if (!mail || officeUrl === undefined) return undefined;
    const kind = this.kernel.mails.find(mail.kind);
    const { link } = mail.content;
    const path = mail.obstacle ? undefined : (link?.path ?? (await kind?.link?.(ctx, { ...mail, of: link?.of ?? {} })));
    const reason = mail.obstacle ?? (kind ? null : 'broken') ?? (kind?.link && path === undefined ? 'link_over' : null);
    if (reason === null) return { mail, path, officeUrl, at: ctx.now };
    const failed = { state: 'failed', reason, answer: null, next: null } as const;
    await noteMail(ctx, { mailIdx: mail.mailIdx, claim: this.claim }, failed);
    ctx.changed(mailEntity, mail.mailIdx);
    return 'failed';
  }

  private async deliver(connection: MailConnection, { mail, ...taken }: Taken): Promise<Outcome> {
    const { mails, jobs } = this.kernel;
    const words = mails.wordsIn(mail.locale);
    const attached = mail.content.file ? await this.attach(mail) : { file: undefined };
    if ('reason' in attached)
      return { is: attached.isFinal ? 'refused' : 'later', reason: attached.reason, answer: null };
    const letter = await letterOf(this.config, words, { ...mail, ...taken, ...attached }).catch(jobs.onError);
    // It would be as wrong the next time.
    if (!letter) return { is: 'refused', reason: 'broken', answer: null };
    return connection.deliver(letter);
  }

  private attach({ locale, kind, content }: ClaimedMail): Promise<Attached> {
    const { mails, work, jobs } = this.kernel;
    return work.read({ ...caller, locale }, (ctx) => attachedTo(ctx, mails.find(kind), content, jobs.onError), {
      replica: true,
    });
  }
}

/** What is noted of an outcome: another try if there is one left. */
function notedOf(outcome: Outcome, tries: number): Noted {
  const { answer } = outcome;
  if (outcome.is === 'sent') return { state: 'sent', reason: null, answer, next: null };
  const { reason } = outcome;
  if (outcome.is === 'unsure') return { state: 'unsure', reason, answer, next: null };
  const next = outcome.is === 'later' ? secondsToTry(tries) : null;
  return { state: next === null ? 'failed' : 'waiting', reason, answer, next };
}

/** Sends mails while the product runs. */
export const sendMails = (kernel: Kernel, config: MailConfig): void =>
  sendWhileRunning(kernel, (signals) => new MailSender(kernel, config, signals));
