//! Networks, as an operator names them.

use std::net::IpAddr;
use std::str::FromStr;

/// One address, or all that begin with the same bits: `10.0.0.7`, `10.0.0.0/8`, `fd00::/8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    /// Whether an address is one of them.
    pub fn contains(self, address: IpAddr) -> bool {
        let beginning = |bytes: &[u8], other: &[u8]| {
            let bits = usize::from(self.bits);
            let (whole, rest) = (bits / 8, bits % 8);
            let differing = |at: usize| bytes.get(at).zip(other.get(at)).map_or(0, |(a, b)| a ^ b);
            bytes.iter().zip(other).take(whole).all(|(a, b)| a == b)
                && u32::from(differing(whole)) >> (8 - rest) == 0
        };
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(ours), IpAddr::V4(other)) => beginning(&ours.octets(), &other.octets()),
            (IpAddr::V6(ours), IpAddr::V6(other)) => beginning(&ours.octets(), &other.octets()),
            (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => false,
        }
    }
}

impl From<IpAddr> for Network {
    fn from(address: IpAddr) -> Network {
        let address = address.to_canonical();
        Network { address, bits: most_bits(address) }
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Network, String> {
        let wrong =
            || "it is an address as 10.0.0.7, or a network as 10.0.0.0/8 or fd00::/8".to_owned();
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let Some(bits) = bits else { return Ok(address.into()) };
        match bits.parse() {
            Ok(bits) if bits <= most_bits(address) => Ok(Network { address, bits }),
            _ => Err(wrong()),
        }
    }
}

fn most_bits(address: IpAddr) -> u8 {
    if address.is_ipv4() { 32 } else { 128 }
}

#[cfg(test)]
mod tests {
    use super::Network;

    #[test]
    fn a_network_has_all_that_begin_alike() {
        for (network, address, inside) in [
            ("10.0.0.7", "10.0.0.7", true),
            ("10.0.0.7", "10.0.0.6", false),
            ("10.0.0.0/8", "10.255.1.2", true),
            ("10.0.0.0/8", "11.0.0.0", false),
            ("172.16.0.0/12", "172.31.255.255", true),
            ("172.16.0.0/12", "172.32.0.0", false),
            ("0.0.0.0/0", "9.9.9.9", true),
            ("0.0.0.0/0", "::1", false),
            ("10.0.0.0/8", "::ffff:10.1.1.1", true),
            ("::ffff:10.0.0.1", "10.0.0.1", true),
            ("fd00::/8", "fdab::1", true),
            ("fd00::/8", "fe80::1", false),
            ("2001:db8::/33", "2001:db8:7fff::1", true),
            ("2001:db8::/33", "2001:db8:8000::1", false),
            ("::1/128", "::1", true),
        ] {
            let network: Network = network.parse().unwrap();
            assert_eq!(network.contains(address.parse().unwrap()), inside, "{network:?} {address}");
        }
        for wrong in [
            "",
            "10.0.0",
            "10.0.0.0/33",
            "::/129",
            "10.0.0.0/",
            "10.0.0.0/-1",
            "host",
            "10.0.0.0/8/8",
        ] {
            assert!(wrong.parse::<Network>().is_err(), "{wrong}");
        }
    }
}
