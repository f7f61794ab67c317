/*
 * The codes of the lists of ONIX for Books that books have a place for, as ranges. Codes outside of them are neither
 * kept nor written, so that every message is valid.
 */
const lists = {
  notification: '01-05 08 09 88 89',
  composition: '00 01 10 11 20 30 31',
  identifier: '01-06 13-15 17 22-31 34 35',
  collectionIdentifier: '01-06 15 22 27 29 35 38',
  title: '00-08 10-16',
  role: 'A01-A52 A99 B01-B35 B99 C01-C04 C99 D01-D04 D99 E01-E11 E99 F01 F02 F99 Z01-Z06 Z98 Z99',
  nameType: '00-08',
  unnamed: '01-09',
  edition: `
    ABR ACT ADP ALT ANN BLL BLP BRL BUD CMB CRI CSP DGO ENH ENL ETR EXP FAC FST HRE ILL INT LTE MCP MDT MLL NED NUM
    PBO PRB REV SCH SIG SMP SPE STU TCH UBR ULP UNN UXP VAR VOR`,
  language: '01-03 06-15',
  extent: '00 02-18 22 23',
  extentUnit: '00-06 11 12 14-19 31',
  subject: '01-99 A2-A9 B0-B9 C0-C9 D0-D2',
  audience: '01-09 11-14',
  audienceType: '01-30',
  rangeQualifier: '11 12 15-34',
  rangePrecision: '01 03 04',
  complexity: '01-13',
  nameIdentifier: '01-08 10 12 13 15-45',
  publishingRole: '01-07 09-19',
  salesRights: '00-08',
  relation: '00-13 16-35 37-48',
  price: '01-09 11-15 17 21-25 27 31-37 41 42',
  publishingStatus: '00-13 15-18',
  availability: '01 09-12 20-23 30-34 40-52 97-99',
  formFeature: '01-10 12-27 30-54',
  content: '01-51',
  supplierRole: '00-15',
  protection: '00-07',
  collection: '00 10 11 20',
  titleLevel: '01-07',
  form: `
    00 AA AB AC AD AE AF AG AH AI AJ AK AL AM AN AO AZ BA BB BC BD BE BF BG BH BI BJ BK BL BM BN BO BP BZ CA CB CC
    CD CE CZ DA DB DC DE DF DI DJ DK DL DM DN DO DZ EA EB EC ED FA FC FD FE FF FZ LA LB LC MA MB MC MZ PA PB PC PD
    PE PF PG PH PI PJ PK PL PM PN PO PP PQ PR PS PT PU PV PZ SA SB SC SD SE SF SG VA VF VI VJ VK VL VM VN VO VP VQ
    VZ XA XB XC XD XE XF XG XH XI XJ XK XL XM XN XO XY XZ ZA ZB ZC ZD ZE ZF ZG ZH ZI ZJ ZK ZL ZM ZN ZO ZP ZX ZY ZZ`,
  text: '01-37',
  contentAudience: '00-10',
  resource: '01-53 99',
  resourceMode: '01-06',
  resourceForm: '01-03',
  date: '01 02 09-13 16 19-23 25-31 35',
  unpriced: '01-08',
  sequence: '01-07',
  country: `
    AD AE AF AG AI AL AM AN AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY
    BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CS CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK
    FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS
    IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM
    MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS
    PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK
    TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT YU ZA ZM ZW`,
  currency: `
    AED AFA AFN ALL AMD ANG AOA ARS ATS AUD AWG AZN BAM BBD BDT BEF BGL BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN
    BYR BZD CAD CDF CHF CLP CNY COP CRC CSD CUC CUP CVE CYP CZK DEM DJF DKK DOP DZD EEK EGP ERN ESP ETB EUR FIM FJD
    FKP FRF GBP GEL GHC GHS GIP GMD GNF GRD GTQ GWP GYD HKD HNL HRK HTG HUF IDR IEP ILS INR IQD IRR ISK ITL JMD JOD
    JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LTL LUF LVL LYD MAD MDL MGA MGF MKD MMK MNT MOP MRO
    MRU MTL MUR MVR MWK MXN MYR MZN NAD NGN NIO NLG NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PTE PYG QAR ROL RON RSD
    RUB RUR RWF SAR SBD SCR SDD SDG SEK SGD SHP SIT SKK SLE SLL SOS SRD SRG STD STN SVC SYP SZL THB TJS TMM TMT TND
    TOP TPE TRL TRY TTD TWD TZS UAH UGX USD UYU UZS VEB VEF VES VND VUV WST XAF XCD XOF XPF YER YUM ZAR ZMK ZMW ZWD
    ZWG ZWL`,
  languageCode: `
    aar aav abk ace ach ada ady afa afh afr ain aka akk alb ale alg alq alt amh ang anp apa ara arc arg arm arn arp
    art arw asm ast ath atj aus ava ave awa aym aze bad bai bak bal bam ban baq bas bat bej bel bem ben ber bho bih
    bik bin bis bla bnt bos bra bre brx btk bua bug bul bum bur byn cad cai car cat cau cay ceb cel cha chb che chg
    chi chk chm chn cho chp chr chu chv chy cic ckb cmc cmn cnr cop cor cos cpe cpf cpp cre crg crh crj crk crl crm
    crp csb csw cus cwd cze dak dan dar day del den dgr din div doi dra dsb dua dum dut dyu dzo efi egl egy eka elx
    eng enm epo est esx ewe ewo fan fao fat fij fil fin fit fiu fkv fon fre frm fro frr frs fry fuf ful fur gaa gay
    gba gem geo ger gez gil git gla gle glg glv gmh gml goh gon gor got grb grc gre grn grt gsw guc guj gwi hai hat
    hau haw heb her hil him hin hit hmn hmo hmx hop hrv hsb hun hup iba ibo ice ido iii ijo ike ikt iku ile ilo ina
    inc ind ine inh ipk ira iro ita jav jbo jow jpn jpr jpx jrb kaa kab kac kal kam kan kar kas kau kaw kaz kbd kbp
    kdr kha khi khm kho kik kin kir kmb kok kom kon kor kos kpe kqs krc krl kro kru kss kua kum kur kut kwk lad lah
    lam lao lat lav lez lij lim lin lit lkt lmo lol lom loz ltz lua lub lug lui lun luo lus mac mad mag mah mai mak
    mal man mao map mar mas may mdf mdr men mga mic min mis mkh mlg mlt mnc mni mno moe moh mol mon mos mul mun mus
    mwf mwl mwr myn myv nah nai nap nau nav nbl nde ndo nds nep new nia nic niu nno nob nog non nor nqo nrf nsk nso
    nub nwc nya nym nyn nyo nzi oci odt oji ojs oka omq ori orm osa oss ota oto paa pag pal pam pan pap pau pcd peo
    per pes phi phn pli pms pol pon por poz pra pro prs pus qar qav qgl qiv qlk qls qnf qsp qsw que raj rap rar rcf
    rgn rmg roa roh rom rum run rup rus sad sag sah sai sal sam san sas sat scc scn sco scr sdc sdn sel sem sga sgn
    shi shn shs sid sin sio sit sla slo slv sma sme smi smj smn smo sms sna snd snk sog som son sot spa srd srm srn
    sro srp srr ssa ssw sto suk sun sus sux swa swb swe syc syr szl tah tai tam tat tel tem ter tet tgk tgl tha thp
    tib tig tir tiv tkl tlh tli tmh tod tog ton tpi tsd tsi tsn tso tuk tum tup tur tut tvl twi tyv tzm tzo udm uga
    uig ukr umb und urd urj uzb vai vec ven vie vol vot wak wal war was wel wen wln wls wol wym xal xho xuu yao yap
    yid yor ypk yue zap zbl zen zgh zha zhx znd zul zun zxx zza`,
};

export type OnixList = keyof typeof lists;

/** Tells the codes of a list. */
export const codesOf = (list: OnixList): { test(code: string): boolean } => {
  const codes = new Set(lists[list].trim().split(/\s+/).flatMap(range));
  return { test: (code) => codes.has(code) };
};

/** The codes of a range such as A01-A52. */
function range(text: string): string[] {
  const [first = '', last = first] = text.split('-');
  const [letters = '', digits = ''] = /^(\D*)(\d*)$/.exec(first)?.slice(1) ?? [];
  const count = digits === '' ? 1 : Number(last.slice(letters.length)) - Number(digits) + 1;
  if (count === 1) return [first];
  return Array.from(
    { length: count },
    (_, n) => `${letters}${String(Number(digits) + n).padStart(digits.length, '0')}`,
  );
}
