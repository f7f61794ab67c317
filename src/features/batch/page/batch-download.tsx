import type { CodeWords } from '#features/code/code.public.ts';
import { mostPrinted, printLayouts } from '#features/delivery/delivery.public.tsx';
import { Icon } from '#ui/icon.tsx';
import { useT } from '#ui/interface.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import { Menu } from '#ui/kit/menu.tsx';
import { listUrl } from '#ui/page/list-url.ts';
import type { BatchState } from '../batch.contract.ts';
import type { Lot } from '../lot/lot.contract.ts';
import styles from './batch-download.module.css';

interface BatchDownloadProps {
  batch: Pick<BatchState, 'cg_idx' | 'unused_codes' | 'count' | 'missing'>;
  lots: readonly Pick<Lot, 'lot' | 'unused_codes'>[];
}

const path = '/api/v1/code';

/** Downloads the unused codes of a batch; its arrow offers all codes, those of a lot, pages to print and a printer's file. */
export function BatchDownload({ batch, lots }: BatchDownloadProps) {
  const t = useT<CodeWords>();
  const { cg_idx, unused_codes: unused, count, missing } = batch;
  const all = count - missing;
  const canPrint = unused > 0 && unused <= mostPrinted;
  const file = (label: string, query: Record<string, string | number>) => ({
    label,
    href: listUrl(path, { cg_idx, ...query }),
    download: true,
  });
  const files = [
    file(t('code.download_all', { count: all }), { status: 'quantity', as: 'csv' }),
    file(`${t('code.download_unused', { count: unused })} (XLSX)`, { status: 'valid', as: 'xlsx' }),
    ...(lots.length > 1 ? lots : [])
      .filter((one) => one.unused_codes > 0)
      .map(({ lot, unused_codes: ofLot }) =>
        file(t('code.download_lot', { lot, count: ofLot }), { lot, status: 'valid', as: 'csv' }),
      ),
    ...(canPrint ? printLayouts : []).map((layout) =>
      file(t(`code.print_${layout}`), { status: 'valid', as: 'pdf', layout }),
    ),
    file(t('code.download_printer'), { status: 'valid', as: 'csv', for: 'printer' }),
  ];
  return (
    <span className={styles.split}>
      <ButtonLink
        variant="primary"
        href={listUrl(path, { cg_idx, status: unused > 0 ? 'valid' : 'quantity', as: 'csv' })}
        download
        aria-keyshortcuts="D"
        data-download
      >
        <Icon name="download" />
        {unused > 0 ? t('code.download_unused', { count: unused }) : t('code.download_all', { count: all })}
      </ButtonLink>
      <Menu label={t('code.download_more')} icon="next" bare="primary" items={files} />
    </span>
  );
}
