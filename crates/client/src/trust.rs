//! Which certificate authorities are trusted when a house is reached over HTTPS.

use std::sync::Arc;

use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::{self, CertificateError, ClientConfig, RootCertStore};

/// The trusted authorities: those of the web, and those a user adds.
#[derive(Clone, Debug, Default)]
pub struct Trust {
    added: Vec<CertificateDer<'static>>,
}

/// Why a file cannot be trusted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TrustError {
    /// It has no certificate.
    #[error("it has no certificate: a PEM file with BEGIN CERTIFICATE is needed")]
    NoCertificate,
    /// A certificate in it cannot be read.
    #[error("a certificate in it cannot be read: {0}")]
    Unreadable(String),
}

impl Trust {
    /// The authorities of the web, and those of a PEM file.
    ///
    /// # Errors
    /// When the file has no certificate that can be read.
    pub fn with(pem: &[u8]) -> Result<Trust, TrustError> {
        let unreadable = |error: &dyn std::fmt::Display| TrustError::Unreadable(error.to_string());
        let added = CertificateDer::pem_slice_iter(pem)
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| unreadable(&error))?;
        if added.is_empty() {
            return Err(TrustError::NoCertificate);
        }
        let trust = Trust { added };
        trust.roots().map_err(|error| unreadable(&error))?;
        Ok(trust)
    }

    fn roots(&self) -> Result<RootCertStore, rustls::Error> {
        let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        for certificate in &self.added {
            roots.add(certificate.clone())?;
        }
        Ok(roots)
    }

    /// How connections are made.
    pub(crate) fn config(&self) -> Result<Arc<ClientConfig>, rustls::Error> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_root_certificates(self.roots()?)
            .with_no_client_auth();
        Ok(Arc::new(config))
    }
}

/// What is wrong with the certificate of a house, when that is why it was not reached.
pub(crate) fn distrust(error: &std::io::Error) -> Option<String> {
    let error = error.get_ref()?.downcast_ref::<rustls::Error>()?;
    let rustls::Error::InvalidCertificate(why) = error else { return None };
    Some(match why {
        CertificateError::UnknownIssuer => "nobody whose word is taken has signed it".to_owned(),
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            "it has expired".to_owned()
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "it is for another name".to_owned()
        }
        // What `openssl req -x509` makes unless it is told otherwise. The library names it only in its words.
        other if other.to_string().contains("CaUsedAsEndEntity") => {
            "it is made to sign others, not to be shown by a house (with openssl, add \
             -addext basicConstraints=critical,CA:FALSE)"
                .to_owned()
        }
        other => other.to_string(),
    })
}

/// What is wrong when what answers does not speak TLS at all.
pub(crate) fn is_no_tls(error: &std::io::Error) -> bool {
    let error = error.get_ref().and_then(|error| error.downcast_ref::<rustls::Error>());
    matches!(error, Some(rustls::Error::InvalidMessage(_)))
}
