import { stat } from 'node:fs/promises';
import { command } from '../command.ts';
import { Misused, Refused } from '../failures.ts';
import { follow } from '../follow.ts';
import type { Office } from '../office-calls.ts';
import type { Batch, Deliveries } from '../office-types.generated.ts';
import { type Deed, dropReceipt, findReceipt, hashOfFile, keepReceipt, keyOfDeed } from '../receipts.ts';

/** Issues a batch of codes. */
export const codesIssue = command({
  name: 'codes issue',
  usage: '--customer ID --collection CID --count N --price AMOUNT --currency CUR --title TITLE',
  says: 'Add a batch and issue its codes. The same command issues them once; --again issues another batch',
  options: {
    customer: { type: 'string', value: 'ID', says: 'The ID of the customer' },
    collection: { type: 'string', value: 'CID', says: 'The ID of the collection' },
    count: { type: 'string', value: 'N', says: 'How many codes' },
    price: { type: 'string', value: 'AMOUNT', says: 'Of one code, as a decimal' },
    currency: { type: 'string', value: 'CUR', says: 'Such as USD or KRW' },
    title: { type: 'string', value: 'TITLE', says: 'What the batch is called' },
    memo: { type: 'string', value: 'TEXT', says: 'A note' },
    length: { type: 'string', value: 'DAYS', says: 'How long a code lasts once activated: for ever by default' },
    from: { type: 'string', value: 'DAY', says: 'From which day codes can be redeemed, YYYY-MM-DD' },
    until: { type: 'string', value: 'DAY', says: 'Until which day' },
    again: { type: 'string', value: 'NAME', says: 'A name that makes this another batch than one with the same terms' },
  },
  takes: [0, 0],
  run: async (parts, _args, values) => {
    const { customer, collection, count, price, currency, title, memo, length, from, until, again } = values;
    if (!customer || !collection || !count || !price || !currency || !title)
      throw new Misused('A batch needs --customer, --collection, --count, --price, --currency and --title.');
    const office = await parts.office();
    const body = {
      cust_idx: await customerOf(office, customer),
      cidx: await collectionOf(office, collection),
      title,
      count: numberOf('count', count),
      price,
      currency,
      ...(memo !== undefined && { memo }),
      ...(length !== undefined && { length: numberOf('length', length) }),
      ...(from !== undefined && { valid_from: from }),
      ...(until !== undefined && { valid_until: until }),
    };
    const deed: Deed = [office.url, 'codes issue', JSON.stringify(body), again ?? null];
    const stateOf = (idx: number) => office.get<Batch>(`/api/v1/code/batch/${idx}`);
    const begun = await findReceipt<number>(deed);
    const earlier = begun === undefined ? undefined : await stateOf(begun).catch(whereGone);
    if (begun !== undefined && !earlier) await dropReceipt(deed);
    // Two that run at once get one batch, since the office does it once for this key.
    const { cg_idx } = earlier ?? (await office.post<{ cg_idx: number }>('/api/v1/code/batch', body, keyOfDeed(deed)));
    await keepReceipt(deed, cg_idx);
    const batch = await follow(parts.printer, {
      what: 'Issuing',
      again: `the same command, or ${office.url}/code/batch/${cg_idx}`,
      ask: () => stateOf(cg_idx),
      isUnderWay: ({ status }) => status === 'issuing',
      progress: ({ progress }) => progress,
    });
    if (batch.status !== 'issued')
      throw new Refused(batch.problem ?? `Issuing was ${batch.status}.`, { code: `batch.${batch.status}`, cg_idx });
    const said = earlier && earlier.status !== 'issuing' ? 'The same batch was issued already' : 'Issued';
    return {
      json: { cg_idx, status: batch.status, title: batch.title, issued: batch.issued, is_new: !earlier },
      lines: [
        `${said}: batch ${cg_idx}, “${batch.title}”, ${batch.issued} codes.`,
        `To take them: office codes deliver ${cg_idx} -o codes.csv`,
      ],
    };
  },
});

/** Takes the file of codes of a batch, which the office records as a delivery. */
export const codesDeliver = command({
  name: 'codes deliver',
  usage: 'BATCH -o FILE',
  says: 'Write the codes of a batch to a file. The office records it as a delivery; the same codes are taken once in each form, unless with --again',
  options: {
    output: { type: 'string', short: 'o', value: 'FILE', says: 'Where to write them' },
    as: { type: 'string', value: 'FORM', says: 'csv, xlsx, or pdf to print; csv by default' },
    lot: { type: 'string', value: 'LOT', says: 'Only of this lot' },
    again: { type: 'boolean', says: 'Take it although it was taken already: another delivery' },
  },
  takes: [1, 1],
  run: async (parts, [batch = ''], { output, as = 'csv', lot, again = false }) => {
    if (output === undefined) throw new Misused(`Say where to write the codes: office codes deliver ${batch} -o FILE`);
    const office = await parts.office();
    const cgIdx = numberOf('BATCH', batch);
    const lotNumber = lot === undefined ? undefined : numberOf('lot', lot);
    const { title } = await office.get<Batch>(`/api/v1/code/batch/${cgIdx}`);
    const deed: Deed = [office.url, 'codes deliver', cgIdx, as, lotNumber === undefined ? null : String(lotNumber)];
    const taken = await findReceipt<{ file: string; hash: string }>(deed);
    if (taken && !again) {
      const isThere =
        (await stat(taken.file).catch(() => undefined)) !== undefined && (await hashOfFile(taken.file)) === taken.hash;
      const said = isThere
        ? `These codes are in ${taken.file} already.`
        : `These codes were taken already, to ${taken.file}, which was changed or moved.`;
      if (!isThere)
        throw new Refused(`${said} With --again they are taken again, as another delivery.`, {
          code: 'codes.taken',
          cg_idx: cgIdx,
        });
      return { json: { cg_idx: cgIdx, file: taken.file, is_new: false }, lines: [said] };
    }
    if (!again) await requireUntaken(office, cgIdx, { as, lot: lotNumber });
    const query = { cg_idx: cgIdx, as, ...(lotNumber !== undefined && { lot: lotNumber }) };
    const { bytes, rows } = await office.download('/api/v1/code', query, output, (got) =>
      parts.printer.progress('Receiving', got),
    );
    await keepReceipt(deed, { file: output, hash: await hashOfFile(output) });
    return {
      json: { cg_idx: cgIdx, file: output, bytes, codes: rows ?? null, is_new: true },
      lines: [`${output}: ${rows === undefined ? '' : `${rows} `}codes of “${title}”, ${bytes} bytes.`],
    };
  },
});

/** Refuses what has left the office in the same form already, from whatever machine and by whomever. */
async function requireUntaken(
  office: Office,
  cgIdx: number,
  { as, lot }: { as: string; lot: number | undefined },
): Promise<void> {
  const { deliveries } = await office.get<Deliveries>(`/api/v1/code/batch/${cgIdx}/delivery`);
  const taken = deliveries.find(
    (one) => one.as === as && (lot === undefined || one.lots.some((part) => part.lot === lot)),
  );
  if (!taken) return;
  const { by, to, at, codes, del_idx } = taken;
  throw new Refused(
    `${codes} of these codes were taken already, by ${by ?? to}, ${new Date(at * 1000).toISOString()}. With --again they are taken again, as another delivery.`,
    { code: 'codes.taken', cg_idx: cgIdx, del_idx },
  );
}

function whereGone(error: unknown): undefined {
  if (error instanceof Refused && error.details['status'] === 404) return undefined;
  throw error;
}

/** A whole number as typed. Throws {@link Misused}. */
function numberOf(name: string, typed: string): number {
  if (!/^\d{1,9}$/.test(typed)) throw new Misused(`${name} is a whole number, and not “${typed}”.`);
  return Number(typed);
}

async function customerOf(office: Office, id: string): Promise<number> {
  const { customers } = await office.get<{ customers: { cust_idx: number; cust_id: string }[] }>('/api/v1/customer', {
    search: id,
  });
  const found = customers.find(({ cust_id }) => cust_id === id);
  if (!found) throw new Refused(`There is no customer with the ID “${id}”.`, { code: 'codes.no_customer' });
  return found.cust_idx;
}

async function collectionOf(office: Office, cid: string): Promise<number> {
  const { collections } = await office.get<{ collections: { cidx: number; cid: string }[] }>('/api/v1/collection', {
    search: cid,
  });
  const found = collections.find((one) => one.cid === cid);
  if (!found) throw new Refused(`There is no collection with the ID “${cid}”.`, { code: 'codes.no_collection' });
  return found.cidx;
}
